import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * VS Code's server forks extension hosts, watchers and terminals. Each program started here leads its own process
 * group, which is always stopped as a whole.
 */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** How the leader ended, as a phrase. */
  readonly ended: Promise<string>;
  /** Stops the whole group; resolves when none of its processes is left. */
  stop(): Promise<void>;
  /** Kills the whole group without warning, as a crash would; resolves when none of its processes is left. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly onOutput: (text: string) => void;
}

const graceMs = 4000;
const pollMs = 25;
const isWindows = process.platform === 'win32';
const running = new Set<number>();

/** Stops every group started here, including those that are still starting. */
export async function stopAllGroups(): Promise<void> {
  await Promise.all([...running].map(pid => stopGroup(pid)));
}

// The last resort, for an exit that nothing handled: an uncaught error, process.exit
process.on('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
});

export function startGroup({ command, args, env, cwd, onOutput }: StartOptions): ProcessGroup {
  const child = spawn(command, args, {
    env,
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  child.stderr?.setEncoding('utf8').on('data', onOutput);
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const end = async (isKilled: boolean) => {
    if (pid !== undefined) await stopGroup(pid, isKilled);
  };
  return { child, ended, stop: () => end(false), kill: () => end(true) };
}

async function stopGroup(pid: number, isKilled = false): Promise<void> {
  if (!isKilled) signalGroup(pid, 'SIGTERM');
  if (isKilled || !(await isGoneWithin(pid, graceMs))) {
    signalGroup(pid, 'SIGKILL');
    await isGoneWithin(pid, graceMs);
  }
  running.delete(pid);
}

async function isGoneWithin(pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (isGroupAlive(pid)) {
    if (Date.now() > end) return false;
    await delay(pollMs);
  }
  return true;
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(isWindows ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function isGroupAlive(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false;
  // In a container without an init process, orphans that have exited remain as zombies, which still accept signals
  return process.platform !== 'linux' || hasLiveMember(pid);
}

function hasLiveMember(group: number): boolean {
  return readdirSync('/proc').some(entry => {
    const fields = /^\d+$/.test(entry) ? statFields(entry) : undefined;
    return fields !== undefined && fields[0] !== 'Z' && Number(fields[2]) === group;
  });
}

/** The fields of /proc/<pid>/stat from the third on: state, parent, group, … */
function statFields(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process ended after it was listed
    return undefined;
  }
}

/**
 * Runs the clean-up once on SIGINT, SIGTERM or a closed terminal, then exits with the code that shells expect, or with
 * the given one.
 */
export function endOnSignals(cleanUp: () => Promise<void>, exitCode?: number): void {
  let ending = false;
  for (const [signal, number] of [['SIGINT', 2] as const, ['SIGTERM', 15] as const, ['SIGHUP', 1] as const]) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      cleanUp().then(
        () => process.exit(exitCode ?? 128 + number),
        error => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
