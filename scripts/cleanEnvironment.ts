/**
 * The environment for a child process, without the variables set by a surrounding VS Code terminal, Electron or npm:
 * those would connect the new VS Code to the wrong one.
 */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|CODE_SERVER_|npm_package_|npm_lifecycle_|npm_config_local_prefix$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}
