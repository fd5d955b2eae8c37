import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureBrowser, testBrowserLaunch } from '../../vscode/browser.ts';
import { type BrowserHost, ensureBrowserHost } from '../../vscode/installHost.ts';
import { installPackage, linkExtension } from '../../vscode/loadExtension.ts';
import { makePackage } from '../../vscode/package.ts';
import { repositoryRoot } from '../../vscode/paths.ts';
import {
  makeProfile,
  type Profile,
  type Server,
  startBareServer,
  startFullServer,
} from '../../vscode/server.ts';
import {
  type Locale,
  type Settings,
  type Theme,
  testSettings,
  writeUserSettings,
} from '../../vscode/userSettings.ts';
import { newest, type VersionId, versionById } from '../../vscode/versions.ts';
import { Workbench } from './workbench.ts';

export interface VSCodeOptions {
  readonly version?: VersionId;
  /** Keeps secrets over page loads and restarts, as a person's VS Code does; starts a little slower. */
  readonly keepsSecrets?: boolean;
  /** The built checkout, or the packaged .vsix installed as a person would. */
  readonly extension?: 'checkout' | 'package';
  /** With the extension's own demo server started and connected, and its jobs in front. */
  readonly demo?: boolean;
  readonly locale?: Locale;
  readonly theme?: Theme;
  readonly settings?: Settings;
  /** Files of the workspace folder, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** For the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder is not trusted: VS Code is in Restricted Mode. */
  readonly restricted?: boolean;
  /** The logs hold all that is logged at any level. */
  readonly logsAll?: boolean;
}

const START_LIMIT_MS = 30_000;
/** Less than a test's own limit, so that a failure says what was waited for. */
const ACTION_LIMIT_MS = 15_000;

/** As `npm start` does it: the file wakes the extension, the variable makes it show the demo. */
const DEMO_FILE = '.device-automation-demo';
const DEMO_ENVIRONMENT = { DEVICE_AUTOMATION_DEMO: '1' };

/** Without the question at the start, a folder that was never trusted is simply not trusted. */
const RESTRICTED_SETTINGS: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

const open = new Set<Session>();

/** For an end that comes from outside: nothing of a session may stay behind. */
export async function closeAllSessions(): Promise<void> {
  await Promise.all([...open].map(session => session.close()));
}

/** One VS Code with a fresh profile in one browser page. */
export class Session {
  readonly workspace: string;
  readonly #folder: string;
  readonly #host: BrowserHost;
  readonly #profile: Profile;
  readonly #options: VSCodeOptions;
  #server: Server | undefined;
  #context: BrowserContext | undefined;
  #workbench: Workbench | undefined;
  readonly #console: string[] = [];

  private constructor(folder: string, host: BrowserHost, profile: Profile, options: VSCodeOptions) {
    this.#folder = folder;
    this.#host = host;
    this.#profile = profile;
    this.#options = options;
    this.workspace = join(folder, 'workspace');
  }

  static async open(options: VSCodeOptions): Promise<Session> {
    const version = options.version === undefined ? newest : versionById(options.version);
    const host = await ensureBrowserHost(version);
    // short, because VS Code makes sockets in it, and those have a limit
    const folder = await mkdtemp(join(tmpdir(), 'da-ui-'));
    const session = new Session(folder, host, await makeProfile(join(folder, 'profile')), options);
    open.add(session);
    try {
      await session.#prepare();
      await session.#start();
      return session;
    } catch (error) {
      await session.close();
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
    return this.#folder;
  }

  /** Where VS Code writes its logs, the extension's among them. */
  get logFolder(): string {
    return join(this.#profile.userData, 'logs');
  }

  /** What the page's console and the server have said so far. */
  transcript(): string {
    return [...this.#console, '', "VS Code's server:", this.#server?.output() ?? 'not started'].join('\n');
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
    await this.#server?.group.kill();
    await this.restart();
  }

  /** Ends VS Code and starts it again with the same profile, at the same address. */
  async restart(): Promise<void> {
    const port = this.#server?.port ?? 0;
    await this.#stop();
    await this.#start(port);
  }

  async close(): Promise<void> {
    await this.#stop();
    // a process that has just ended may still have been writing
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    open.delete(this);
  }

  async #prepare(): Promise<void> {
    const { theme = 'light', settings, extension = 'checkout', demo = false } = this.#options;
    const files = { ...(demo ? { [DEMO_FILE]: '' } : {}), ...this.#options.files };
    await mkdir(this.workspace, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.workspace, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const restricted = this.#options.restricted ? RESTRICTED_SETTINGS : {};
    await writeUserSettings(this.#profile.userData, theme, { ...testSettings, ...restricted, ...settings });
    if (extension === 'checkout') {
      await linkExtension(this.#profile, repositoryRoot);
    } else {
      const vsix = join(this.#folder, 'extension.vsix');
      await makePackage(vsix);
      await installPackage(this.#host, this.#profile, vsix);
    }
  }

  async #start(port = 0): Promise<void> {
    const { keepsSecrets = false, demo = false, locale = 'en' } = this.#options;
    const { restricted = false, logsAll = false } = this.#options;
    const env = { ...(demo ? DEMO_ENVIRONMENT : {}), ...this.#options.env };
    const common = { host: this.#host, profile: this.#profile, port, env, asksForTrust: restricted, logsAll };
    this.#server = keepsSecrets
      ? await startFullServer({ ...common, workspace: this.workspace })
      : await startBareServer(common);
    const { executable } = await ensureBrowser();
    this.#context = await chromium.launchPersistentContext(join(this.#folder, 'browser'), {
      ...testBrowserLaunch,
      executablePath: executable,
      viewport: { width: 1280, height: 800 },
      locale: locale === 'ru' ? 'ru-RU' : 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await this.#context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(locale)}`);
    this.#context.setDefaultTimeout(ACTION_LIMIT_MS);
    const page = this.#context.pages()[0] ?? (await this.#context.newPage());
    page.on('console', message => this.#console.push(`[${message.type()}] ${message.text()}`));
    page.on('pageerror', error => this.#console.push(`[uncaught] ${error.stack ?? error.message}`));
    this.#workbench = new Workbench(page);
    await page.goto(`${this.#server.url}/?folder=${encodeURIComponent(this.workspace)}`);
    await this.#workbench.waitUntilReady(START_LIMIT_MS);
  }

  async #stop(): Promise<void> {
    this.#workbench = undefined;
    await this.#context?.close();
    this.#context = undefined;
    await this.#server?.stop();
    this.#server = undefined;
  }
}
