import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  type Settings,
  type Theme,
  testSettings,
  userSettings,
  writeUserSettings,
} from '../../../scripts/vscode/userSettings.ts';
import { windowOrigin } from './browser.ts';
import { acquireProcess, closeProcesses, releaseProcess, type VSCodeProcess } from './processes.ts';
import { keyOf, type ProcessOptions } from './processOptions.ts';
import { readStored, writeStored } from './storedState.ts';
import { Workbench } from './workbench.ts';

export interface VSCodeOptions extends ProcessOptions {
  readonly theme?: Theme;
  readonly settings?: Settings;
  /** Files in the workspace folder, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Shares the window with other such tests; it is cleaned in between, see `cleanWindow`. Not for tests that depend on
   * state that is not cleaned.
   */
  readonly isShared?: boolean;
}

const START_LIMIT_MS = 90_000;
const folderSettings = '.vscode';

/** Without the startup prompt, VS Code treats a new folder as not trusted. */
const RESTRICTED_SETTINGS: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

const open = new Set<Session>();
/** Cleaned windows that wait for the next `describe`, by the key of their options. */
const waiting = new Map<string, Session>();

/** Ends everything that any session has started. */
export async function closeAllSessions(): Promise<void> {
  const sessions = [...open, ...waiting.values()];
  open.clear();
  waiting.clear();
  await Promise.all(sessions.map(session => session.end()));
  await closeProcesses();
}

/** A VS Code with a new profile and its own workspace, in a browser page. */
export class Session {
  readonly workspace: string;
  readonly #process: VSCodeProcess;
  #options: VSCodeOptions;
  #workbench: Workbench | undefined;

  private constructor(process: VSCodeProcess, options: VSCodeOptions) {
    this.#process = process;
    this.#options = options;
    this.workspace = process.newWorkspace();
  }

  static async open(options: VSCodeOptions): Promise<Session> {
    const key = keyOf(options);
    const found = waiting.get(key);
    waiting.delete(key);
    if (found && (await found.#reuseFor(options))) {
      open.add(found);
      return found;
    }
    await found?.end();
    const session = new Session(await acquireProcess(options), options);
    open.add(session);
    try {
      await session.#prepare();
      await session.#show();
      return session;
    } catch (error) {
      open.delete(session);
      await session.#process.end();
      throw error;
    }
  }

  get workbench(): Workbench {
    if (!this.#workbench) throw new Error('VS Code is not running');
    return this.#workbench;
  }

  get page(): Page {
    return this.workbench.page;
  }

  /** The folder of everything that VS Code and its browser write: profile, workspace, browser data. */
  get folder(): string {
    return this.#process.folder;
  }

  /** Where the extension stores what command lines share. */
  get stateFolder(): string {
    return join(this.#process.profile.userData, 'state');
  }

  /** The folder of VS Code's logs, including those of the extension. */
  get logFolder(): string {
    return join(this.#process.profile.userData, 'logs');
  }

  /** The output of the pages' consoles and of the server so far. */
  transcript(): string {
    return this.#process.transcript();
  }

  /** Opens another window with the same profile, and by default the same folder, in a second browser tab. */
  async secondWindow(folder = this.workspace): Promise<Workbench> {
    const page = await this.page.context().newPage();
    await page.goto(addressOf(folder));
    const workbench = new Workbench(page);
    await workbench.waitUntilReady(START_LIMIT_MS);
    return workbench;
  }

  /** Runs an action while no window is open. */
  async whileClosed(action: () => Promise<unknown>): Promise<void> {
    const address = this.page.url();
    // An address of the same origin that shows no window.
    await this.page.goto(new URL('/healthz', address).href);
    await action();
    await this.page.goto(address);
    await this.workbench.waitUntilReady(START_LIMIT_MS);
  }

  /** Changes what VS Code has stored under a key, while no window is open. */
  async rewrite(key: string, change: (text: string) => string): Promise<void> {
    const stored = await this.stored(key);
    const texts = stored.map(value => (typeof value === 'string' ? change(value) : undefined));
    await this.whileClosed(() => writeStored(this.page, key, texts));
  }

  /** What VS Code has stored under a key so far; it stores changes with a delay. */
  stored(key: string): Promise<readonly unknown[]> {
    return readStored(this.page, key);
  }

  /** Reloads the page, as F5 does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.workbench.waitUntilReady(START_LIMIT_MS);
  }

  /** Kills all processes of VS Code, and starts it again with the same profile at the same address. */
  async crash(): Promise<void> {
    await this.#process.kill();
    await this.restart();
  }

  /** Ends VS Code and starts it again with the same profile at the same address. */
  async restart(): Promise<void> {
    this.#workbench = undefined;
    await this.#process.restart();
    await this.#show();
  }

  /** Ends the session. A shared window waits for the next one, unless a test has left it in an unknown state. */
  async close({ isSpoiled = false } = {}): Promise<void> {
    if (!open.delete(this)) return;
    const key = keyOf(this.#options);
    if (!isSpoiled && !waiting.has(key) && (await this.#clean())) waiting.set(key, this);
    else await this.end();
  }

  async end(): Promise<void> {
    this.#workbench = undefined;
    await releaseProcess(this.#process);
  }

  /** Cleans the window; false if something of this session may be left. */
  async #clean(): Promise<boolean> {
    if (this.#options.isShared !== true || !this.#process.hasCleaner) return false;
    try {
      await this.workbench.clean(() => this.#process.cleanWindow(settingsOf({})));
      const names = await readdir(this.workspace);
      // VS Code applies the removal of settings only after a while.
      if (names.includes(folderSettings)) return false;
      for (const name of names) await rm(join(this.workspace, name), { recursive: true });
      return true;
    } catch (error) {
      return needsNewWindow(error);
    }
  }

  /** Prepares the cleaned window for these options; false if that is not possible. */
  async #reuseFor(options: VSCodeOptions): Promise<boolean> {
    if (options.isShared !== true) return false;
    try {
      await this.#process.cleanWindow(settingsOf(options));
      this.#options = options;
      await this.#writeFiles();
      return true;
    } catch (error) {
      return needsNewWindow(error);
    }
  }

  async #prepare(): Promise<void> {
    await this.#writeFiles();
    await writeUserSettings(this.#process.profile.userData, settingsOf(this.#options));
  }

  async #writeFiles(): Promise<void> {
    await mkdir(this.workspace, { recursive: true });
    for (const [path, text] of Object.entries(this.#options.files ?? {})) {
      const file = join(this.workspace, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  async #show(): Promise<void> {
    const page = await this.#process.page();
    const workbench = new Workbench(page);
    await page.goto(addressOf(this.workspace));
    await workbench.waitUntilReady(START_LIMIT_MS);
    this.#workbench = workbench;
  }
}

function addressOf(folder: string): string {
  return `${windowOrigin}/?folder=${encodeURIComponent(folder)}`;
}

function settingsOf({ theme = 'light', settings, restricted }: VSCodeOptions): Settings {
  return userSettings(theme, { ...testSettings, ...(restricted ? RESTRICTED_SETTINGS : {}), ...settings });
}

/** A new window is always clean, but takes time, so this is reported. */
function needsNewWindow(error: unknown): false {
  console.log(`    The next tests get a new window: ${error}`);
  return false;
}
