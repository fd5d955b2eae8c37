import * as vscode from 'vscode';

/** A setting by its name in a section. */
export type UserValues = (name: string) => unknown;

/**
 * Reads settings of a section as the user set them: those of a workspace do not count. To separate the two, VS Code's
 * `inspect` copies what all extensions set for languages, which takes milliseconds for each setting. Where the
 * workspace sets nothing in the section, one call shows that, and the merged values are the user's.
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

/** VS Code guards what it hands out against changes, and such guards cannot be sent to a page. */
function plain(value: unknown): unknown {
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
}
