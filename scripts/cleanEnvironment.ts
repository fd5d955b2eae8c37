/**
 * The environment for a program started from here, without what a surrounding VS Code terminal,
 * Electron or npm has put into ours: those would make the new VS Code talk to the wrong one.
 */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|CODE_SERVER_|npm_package_|npm_lifecycle_|npm_config_local_prefix$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}
