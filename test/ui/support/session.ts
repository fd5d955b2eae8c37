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
import { closeProcesses, giveBack, takeProcess, type VSCodeProcess } from './processes.ts';
import { keyOf, type ProcessOptions } from './processOptions.ts';
import { readStored, writeStored } from './storedState.ts';
import { Workbench } from './workbench.ts';

export interface VSCodeOptions extends ProcessOptions {
  readonly theme?: Theme;
  readonly settings?: Settings;
  /** Files of the workspace folder, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * The window may have served other such tests, and may serve others: it is cleaned in between, see `cleanWindow`.
   * Not for tests that what is not cleaned would mislead.
   */
  readonly isShared?: boolean;
}

const START_LIMIT_MS = 90_000;
const folderSettings = '.vscode';

/** Without the question at the start, a folder that was never trusted is simply not trusted. */
const RESTRICTED_SETTINGS: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

const open = new Set<Session>();
/** Cleaned windows between two describes, by the kind of their VS Code. */
const waiting = new Map<string, Session>();

/** For an end that comes from outside: nothing of a session may stay behind. */
export async function closeAllSessions(): Promise<void> {
  const sessions = [...open, ...waiting.values()];
  open.clear();
  waiting.clear();
  await Promise.all(sessions.map(session => session.end()));
  await closeProcesses();
}

/** One VS Code with a fresh profile and a workspace of its own in one browser page. */
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
    if (found && (await found.#serve(options))) {
      open.add(found);
      return found;
    }
    await found?.end();
    const session = new Session(await takeProcess(options), options);
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

  /** Everything that VS Code and its browser have written: profile, workspace, browser data. */
  get folder(): string {
    return this.#process.folder;
  }

  /** Where VS Code writes its logs, the extension's among them. */
  get logFolder(): string {
    return join(this.#process.profile.userData, 'logs');
  }

  /** What the page's console and the server have said so far. */
  transcript(): string {
    return this.#process.transcript();
  }

  /** Another window on the same folder and profile, as a second tab of the browser. */
  async secondWindow(): Promise<Workbench> {
    const page = await this.page.context().newPage();
    await page.goto(this.page.url());
    const workbench = new Workbench(page);
    await workbench.waitUntilReady(START_LIMIT_MS);
    return workbench;
  }

  /** Does something while no window is open. */
  async away(act: () => Promise<unknown>): Promise<void> {
    const address = this.page.url();
    // An address of the same origin that is no window.
    await this.page.goto(new URL('/healthz', address).href);
    await act();
    await this.page.goto(address);
    await this.workbench.waitUntilReady(START_LIMIT_MS);
  }

  /** Changes, while no window is open, what VS Code has written down under a key. */
  async rewrite(key: string, change: (text: string) => string): Promise<void> {
    const stored = await this.stored(key);
    const texts = stored.map(value => (typeof value === 'string' ? change(value) : undefined));
    await this.away(() => writeStored(this.page, key, texts));
  }

  /** What VS Code has written down under a key by now; it does so a moment after things happen. */
  stored(key: string): Promise<readonly unknown[]> {
    return readStored(this.page, key);
  }

  /** Loads the page again, as a person does who presses F5. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.workbench.waitUntilReady(START_LIMIT_MS);
  }

  /** Kills VS Code with all its processes, and starts it again with the same profile, at the same address. */
  async crash(): Promise<void> {
    await this.#process.kill();
    await this.restart();
  }

  /** Ends VS Code and starts it again with the same profile, at the same address. */
  async restart(): Promise<void> {
    this.#workbench = undefined;
    await this.#process.restart();
    await this.#show();
  }

  /** Ends the session; a shared window waits for the next, unless a test has left it in an unknown state. */
  async close({ isSpoiled = false } = {}): Promise<void> {
    if (!open.delete(this)) return;
    const key = keyOf(this.#options);
    if (!isSpoiled && !waiting.has(key) && (await this.#clean())) waiting.set(key, this);
    else await this.end();
  }

  async end(): Promise<void> {
    this.#workbench = undefined;
    await giveBack(this.#process);
  }

  /** Whether nothing of this session's tests is left in its window. */
  async #clean(): Promise<boolean> {
    if (this.#options.isShared !== true || !this.#process.hasCleaner) return false;
    try {
      await this.workbench.clean(() => this.#process.cleanWindow(settingsOf({})));
      const names = await readdir(this.workspace);
      // VS Code would follow settings that go, but a while later
      if (names.includes(folderSettings)) return false;
      for (const name of names) await rm(join(this.workspace, name), { recursive: true });
      return true;
    } catch (error) {
      return needsNewWindow(error);
    }
  }

  /** Whether the cleaned window can be as these options ask for. */
  async #serve(options: VSCodeOptions): Promise<boolean> {
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
    await page.goto(`${windowOrigin}/?folder=${encodeURIComponent(this.workspace)}`);
    await workbench.waitUntilReady(START_LIMIT_MS);
    this.#workbench = workbench;
  }
}

function settingsOf({ theme = 'light', settings, restricted }: VSCodeOptions): Settings {
  return userSettings(theme, { ...testSettings, ...(restricted ? RESTRICTED_SETTINGS : {}), ...settings });
}

/** A new window has no traces, whatever it was; but it costs time, and nobody would notice. */
function needsNewWindow(error: unknown): false {
  console.log(`    The next tests get a new window: ${error}`);
  return false;
}
