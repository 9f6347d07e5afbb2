// Loaded into Playwright's driver, which always sends a command for colour schemes that Firefox ESR does not know yet.
const stringify = JSON.stringify;
const UNKNOWN = "emulation.setMediaFeaturesOverride";
JSON.stringify = (value, ...more) =>
  stringify(value?.method === UNKNOWN ? { ...value, method: "session.status", params: {} } : value, ...more);
