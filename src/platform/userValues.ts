import * as vscode from 'vscode';

/** Returns a setting by its name within a section. */
export type UserValues = (name: string) => unknown;

/**
 * Reads the user's settings of a section, ignoring those of the workspace. VS Code's `inspect` takes milliseconds per
 * setting, because it copies the language overrides of all extensions. If the workspace sets nothing in the section,
 * which a single call shows, the merged values are the user's.
 */
export function userValues(section: string): UserValues {
  const settings = vscode.workspace.getConfiguration(section);
  const whole = vscode.workspace.getConfiguration().inspect(section);
  const isOnlyUsers =
    whole !== undefined && whole.workspaceValue === undefined && whole.workspaceFolderValue === undefined;
  if (isOnlyUsers) return name => plain(settings.get<unknown>(name));
  return name => {
    const inspected = settings.inspect<unknown>(name);
    return inspected?.globalValue ?? inspected?.defaultValue;
  };
}

/** VS Code returns read-only proxies, which cannot be posted to a page. */
function plain(value: unknown): unknown {
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
}
