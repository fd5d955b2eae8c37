import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  type Settings,
  type Theme,
  testSettings,
  writeUserSettings,
} from '../../../scripts/vscode/userSettings.ts';
import { closeProcesses, giveBack, takeProcess, type VSCodeProcess } from './processes.ts';
import type { ProcessOptions } from './processOptions.ts';
import { Workbench } from './workbench.ts';

export interface VSCodeOptions extends ProcessOptions {
  readonly theme?: Theme;
  readonly settings?: Settings;
  /** Files of the workspace folder, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
}

const START_LIMIT_MS = 90_000;

/** Without the question at the start, a folder that was never trusted is simply not trusted. */
const RESTRICTED_SETTINGS: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

const open = new Set<Session>();

/** For an end that comes from outside: nothing of a session may stay behind. */
export async function closeAllSessions(): Promise<void> {
  await Promise.all([...open].map(session => session.close()));
  await closeProcesses();
}

/** One VS Code with a fresh profile and a workspace of its own in one browser page. */
export class Session {
  readonly workspace: string;
  readonly #process: VSCodeProcess;
  readonly #options: VSCodeOptions;
  #workbench: Workbench | undefined;

  private constructor(process: VSCodeProcess, options: VSCodeOptions) {
    this.#process = process;
    this.#options = options;
    this.workspace = process.newWorkspace();
  }

  static async open(options: VSCodeOptions): Promise<Session> {
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
    await this.away(() => this.#write(key, texts));
  }

  #write(key: string, texts: readonly (string | undefined)[]): Promise<void> {
    return this.page.evaluate(
      async ([wanted, values]) => {
        const databases = (await indexedDB.databases()).filter(({ name }) =>
          name?.startsWith('vscode-web-state-db-'),
        );
        for (const [index, { name = '' }] of databases.entries()) {
          const value = values[index];
          if (value === undefined) continue;
          await new Promise<void>((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const writing = opening.result.transaction('ItemTable', 'readwrite');
              writing.objectStore('ItemTable').put(value, wanted);
              writing.oncomplete = () => resolve();
              writing.onerror = () => reject(writing.error);
              opening.result.close();
            };
          });
        }
      },
      [key, texts] as const,
    );
  }

  /** What VS Code has written down under a key by now; it does so a moment after things happen. */
  async stored(key: string): Promise<readonly unknown[]> {
    return this.page.evaluate(async wanted => {
      const values: unknown[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('vscode-web-state-db-')) continue;
        const value = await new Promise<unknown>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const table = opening.result.transaction('ItemTable', 'readonly').objectStore('ItemTable');
            const reading = table.get(wanted);
            reading.onerror = () => reject(reading.error);
            reading.onsuccess = () => resolve(reading.result);
            opening.result.close();
          };
        });
        values.push(value);
      }
      return values;
    }, key);
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

  async close(): Promise<void> {
    if (!open.delete(this)) return;
    this.#workbench = undefined;
    await giveBack(this.#process);
  }

  async #prepare(): Promise<void> {
    const { theme = 'light', settings, files = {}, restricted } = this.#options;
    await mkdir(this.workspace, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.workspace, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await writeUserSettings(this.#process.profile.userData, theme, {
      ...testSettings,
      ...(restricted ? RESTRICTED_SETTINGS : {}),
      ...settings,
    });
  }

  async #show(): Promise<void> {
    const page = await this.#process.page();
    const workbench = new Workbench(page);
    await page.goto(`${this.#process.url}/?folder=${encodeURIComponent(this.workspace)}`);
    await workbench.waitUntilReady(START_LIMIT_MS);
    this.#workbench = workbench;
  }
}
