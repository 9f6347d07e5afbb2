"""Background work of the API: fair threads, jobs in slices, cancelled on disconnect, and wake-ups of followers."""
