"""What a client may do, in a folder for each kind of task. Only the services run scripts and query the database."""
