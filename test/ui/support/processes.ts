import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { extensionId, repositoryRoot } from '../../../scripts/paths.ts';
import { makePseudoExtension, pseudoLanguage } from '../../../scripts/pseudoLanguage.ts';
import { testPackage } from '../../../scripts/testPackage.ts';
import { type BrowserHost, ensureBrowserHost } from '../../../scripts/vscode/installHost.ts';
import {
  installPackage,
  linkBuiltInExtensions,
  linkExtension,
} from '../../../scripts/vscode/loadExtension.ts';
import {
  makeProfile,
  type Profile,
  type Server,
  startBareServer,
  startFullServer,
} from '../../../scripts/vscode/server.ts';
import { type Settings, userSettingsFile } from '../../../scripts/vscode/userSettings.ts';
import { newest } from '../../../scripts/vscode/versions.ts';
import { openBrowser, timeZone, windowOrigin } from './browser.ts';
import { cleanWindow, makeCleaner } from './cleaner.ts';
import { copyCompiled } from './compiledScripts.ts';
import { isCleanable, keyOf, type ProcessOptions, versionOf } from './processOptions.ts';
import { within } from './until.ts';

const HOSTS_LIMIT_MS = 15_000;
const DEMO_ENVIRONMENT = { DEVICE_AUTOMATION_DEMO: '1' };

/** VS Codes without a session, by the key of their options. */
const idle = new Map<string, VSCodeProcess>();

/** An idle VS Code with these options, cleaned after earlier sessions, or a new one. */
export async function acquireProcess(options: ProcessOptions): Promise<VSCodeProcess> {
  const key = keyOf(options);
  const found = idle.get(key);
  idle.delete(key);
  return found ?? VSCodeProcess.start(options);
}

/** Returns a VS Code for the next session with the same options; ends it if it cannot be cleaned or was restarted. */
export async function releaseProcess(process: VSCodeProcess): Promise<void> {
  const key = keyOf(process.options);
  if (idle.has(key) || !(await process.clean())) return process.end();
  idle.set(key, process);
}

export async function closeProcesses(): Promise<void> {
  const all = [...idle.values()];
  idle.clear();
  await Promise.all(all.map(process => process.end()));
}

/** VS Code's server with a profile, and a browser for its pages. */
export class VSCodeProcess {
  readonly options: ProcessOptions;
  readonly folder: string;
  readonly profile: Profile;
  readonly #host: BrowserHost;
  readonly #console: string[] = [];
  #server: Server | undefined;
  #context: BrowserContext | undefined;
  #isRestarted = false;

  private constructor(folder: string, host: BrowserHost, profile: Profile, options: ProcessOptions) {
    this.folder = folder;
    this.#host = host;
    this.profile = profile;
    this.options = options;
  }

  static async start(options: ProcessOptions): Promise<VSCodeProcess> {
    const host = await ensureBrowserHost(versionOf(options));
    // A short path, because VS Code creates sockets in it, whose paths have a maximum length.
    const folder = await mkdtemp(join(tmpdir(), 'da-ui-'));
    const process = new VSCodeProcess(folder, host, await makeProfile(join(folder, 'profile')), options);
    try {
      await linkBuiltInExtensions(host, process.#builtInExtensions, options.git ? ['git', 'git-base'] : []);
      await process.#install();
      await process.#start();
      return process;
    } catch (error) {
      await process.end();
      throw error;
    }
  }

  /** The path of a folder named `workspace` that does not exist yet. */
  newWorkspace(): string {
    return join(this.folder, randomUUID().slice(0, 8), 'workspace');
  }

  /** The page that sessions use. */
  async page(): Promise<Page> {
    if (!this.#context) throw new Error('The browser is not running');
    return this.#context.pages()[0] ?? (await this.#context.newPage());
  }

  /** The output of the pages' consoles and of the server so far. */
  transcript(): string {
    return [...this.#console, '', "VS Code's server:", this.#server?.output() ?? 'not started'].join('\n');
  }

  async kill(): Promise<void> {
    await this.#server?.group.kill();
  }

  async restart(): Promise<void> {
    this.#isRestarted = true;
    await this.#stop();
    await this.#start();
  }

  /** Whether a window of this VS Code can be cleaned without closing it. */
  get hasCleaner(): boolean {
    return isCleanable(this.options);
  }

  /**
   * Cleans the open window and makes these the only user settings; rejects if something is left open. State that VS
   * Code and the extension store for all servers stays, such as the folded parts of a form.
   */
  async cleanWindow(settings: Settings): Promise<void> {
    const { userData } = this.profile;
    await cleanWindow(this.#cleaner, { settingsFile: userSettingsFile(userData), settings });
    const storage = join(userData, 'User', 'globalStorage', extensionId());
    await rm(storage, { recursive: true, force: true });
    this.#console.length = 0;
  }

  /** Removes what a session has left in the browser and on disk; false if something may be left. */
  async clean(): Promise<boolean> {
    if (this.#isRestarted || this.options.restricted || this.options.logsAll) return false;
    try {
      const [page, ...others] = this.#context?.pages() ?? [];
      if (!page) return false;
      for (const other of others) await other.close();
      await page.goto('about:blank');
      // An extension host may write until it ends, and it never ends if the page closed before requesting that.
      const running = await within(
        HOSTS_LIMIT_MS,
        async () => this.#runningHosts(),
        hosts => hosts === 0,
      );
      if (running > 0) return false;
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Storage.clearDataForOrigin', { origin: windowOrigin, storageTypes: 'all' });
      await devTools.detach();
      await rm(join(this.profile.userData, 'User'), { recursive: true, force: true });
      this.#console.length = 0;
      return true;
    } catch {
      // Whatever the cause, a new VS Code is clean.
      return false;
    }
  }

  async end(): Promise<void> {
    await this.#stop();
    // A process that has just ended may have been writing.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  get #builtInExtensions(): string {
    return join(this.folder, 'built-in');
  }

  get #cleaner(): string {
    return join(this.folder, 'cleaner');
  }

  #runningHosts(): number {
    const output = this.#server?.output() ?? '';
    return count(output, 'Launched Extension Host Process') - count(output, 'Extension Host Process exited');
  }

  async #install(): Promise<void> {
    if (this.options.locale === pseudoLanguage) {
      const copy = join(this.folder, 'pseudo');
      await makePseudoExtension(repositoryRoot, copy);
      await linkExtension(this.profile, copy);
    } else if (this.options.extension === 'package') {
      await installPackage(this.#host, this.profile, await testPackage());
    } else await linkExtension(this.profile, repositoryRoot);
    for (const folder of this.options.beside ?? []) await linkExtension(this.profile, folder);
    if (!isCleanable(this.options)) return;
    await makeCleaner(this.#cleaner);
    await linkExtension(this.profile, this.#cleaner);
  }

  async #start(): Promise<void> {
    const { keepsSecrets = false, demo = false, restricted = false, logsAll = false } = this.options;
    const env = {
      TZ: timeZone,
      XDG_STATE_HOME: join(this.profile.userData, 'state'),
      ...(demo ? DEMO_ENVIRONMENT : {}),
      ...this.options.env,
    };
    const common = {
      ...{ host: this.#host, profile: this.profile, env, logsAll },
      asksForTrust: restricted,
      builtInExtensions: this.#builtInExtensions,
    };
    this.#server = keepsSecrets
      ? await startFullServer({ ...common, workspace: this.folder })
      : await startBareServer(common);
    const browser = join(this.folder, 'browser');
    // The few windows of the oldest version would not make up for the two that compile it.
    if (!this.options.isMeasured && this.#host.version === newest) await copyCompiled(this.#host, browser);
    this.#context = await openBrowser(browser, { ...this.options, port: this.#server.port });
    const page = await this.page();
    page.on('console', message => this.#console.push(`[${message.type()}] ${message.text()}`));
    page.on('pageerror', error => this.#console.push(`[uncaught] ${error.stack ?? error.message}`));
  }

  async #stop(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
    await this.#server?.stop();
    this.#server = undefined;
  }
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
