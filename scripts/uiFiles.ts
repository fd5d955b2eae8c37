import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCounts, inWords, type MochaCounts, noTests, uiWorkerVariable } from './mochaCounts.ts';
import { repositoryRoot } from './paths.ts';

const uiFolders = /^(?:ui|contrib[\\/]\w+[\\/]ui)[\\/]\w+\.ui\.ts$/;
const ending = '.ui.ts';
/**
 * The files that one worker runs one after the other because they share a window or use the same kind of VS Code; the
 * slowest come first. Files that are not listed run separately, after these.
 */
const batches: readonly (readonly string[])[] = [
  ['openJob', 'autoSave'],
  // In this order: what one test leaves expanded in a form is expanded in the next as well
  ['forms', 'scheduleBuilder', 'formsLooks', 'timeline'],
  ['faults', 'servers', 'firstSteps', 'live', 'guards'],
  ['jobs', 'keys', 'overwrites', 'changeJobs', 'everydayTasks'],
  ['rows', 'fleet', 'groupMembers', 'files', 'documents'],
  ['memory'],
  ['groups', 'formsGroups'],
  ['start'],
  ['trust'],
];

/** The batches of UI test files, the longest first, so that none is left running alone at the end. */
export async function uiBatches(): Promise<readonly (readonly string[])[]> {
  const folder = join(repositoryRoot, 'test');
  const files = (await readdir(folder, { recursive: true })).filter(file => uiFolders.test(file)).sort();
  const bySubject = new Map(files.map(file => [basename(file, ending), join(folder, file)]));
  const named = new Set(batches.flat());
  const known = batches.map(batch => batch.flatMap(subject => bySubject.get(subject) ?? []));
  const others = [...bySubject].flatMap(([subject, file]) => (named.has(subject) ? [] : [[file]]));
  return [...known, ...others].filter(batch => batch.length > 0);
}

/** A process that runs one file after the other; if it breaks, a new process runs the next file. */
export class UIWorker {
  #child: ChildProcess | undefined;
  #output = '';

  /** Runs the files, and prints mocha's report of each when it is done. */
  async run(files: readonly string[]): Promise<MochaCounts> {
    let counts = noTests;
    for (const file of files) counts = addCounts(counts, await this.#runFile(file));
    return counts;
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }

  async #runFile(file: string): Promise<MochaCounts> {
    this.#child ??= this.#start();
    this.#output = '';
    const started = Date.now();
    const counts = await this.#countsOf(this.#child, file);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${this.#output}${basename(file)}: ${inWords(counts)}, ${seconds} s`);
    const { passed, failed } = counts;
    return failed === 0 ? counts : { ...counts, failedFiles: [{ file, passed, failed }] };
  }

  async #countsOf(child: ChildProcess, file: string): Promise<MochaCounts> {
    const reported = new Promise<MochaCounts>(resolve => child.once('message', resolve));
    const broken = new Promise<MochaCounts>(resolve =>
      child.once('exit', () => resolve({ passed: 0, failed: 1, skipped: 0 })),
    );
    child.send(file);
    const counts = await Promise.race([reported, broken]);
    child.removeAllListeners('message').removeAllListeners('exit');
    if (!child.connected) this.#child = undefined;
    return counts;
  }

  #start(): ChildProcess {
    const program = fileURLToPath(new URL('uiWorker.ts', import.meta.url));
    const child = fork(program, {
      cwd: repositoryRoot,
      env: { ...process.env, [uiWorkerVariable]: '1', FORCE_COLOR: '0' },
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const collect = (text: string) => {
      this.#output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    return child;
  }
}
