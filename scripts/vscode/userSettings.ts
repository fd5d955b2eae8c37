import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Theme = 'light' | 'dark' | 'hc-black' | 'hc-light';
export type Locale = 'en' | 'ru';
export type Settings = Readonly<Record<string, unknown>>;

/** The names of the themes as used in settings. */
const themeNames: Readonly<Record<Theme, string>> = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'hc-black': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
};

/** Hides assistants, tours and prompts, so that the extension is in view. */
const quietSettings: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'window.menuStyle': 'custom',
  'workbench.enableExperiments': false,
  'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** For tests only: users who try the extension would miss what these turn off. */
export const testSettings: Settings = {
  'editor.accessibilitySupport': 'off',
  // Each blink of the cursor redraws the window
  'editor.cursorBlinking': 'solid',
  // Old releases would change the indentation of pasted text
  'editor.autoIndent': 'none',
  // Tests read an editor by copying its text
  'editor.copyWithSyntaxHighlighting': false,
  // In a browser, auto save is on by default, and VS Code then does not show whether a document is saved
  'files.autoSave': 'off',
  // When many ports are open, VS Code would change another setting on its own
  'remote.autoForwardPorts': false,
  'workbench.editor.useModal': 'off',
  // Sticky parents at the top of a tree would cover the rows that a test clicks
  'workbench.tree.enableStickyScroll': false,
  'workbench.reduceMotion': 'on',
};

/** The complete user settings. */
export function userSettings(theme: Theme | undefined, settings: Settings = {}): Settings {
  const look = theme === undefined ? {} : { 'workbench.colorTheme': themeNames[theme] };
  return { ...quietSettings, ...look, ...settings };
}

export function userSettingsFile(userDataFolder: string): string {
  return join(userDataFolder, 'User', 'settings.json');
}

/** Writes the user's settings; VS Code does not reload them, so write them before it starts. */
export async function writeUserSettings(userDataFolder: string, settings: Settings): Promise<void> {
  const file = userSettingsFile(userDataFolder);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}
