import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { hasCode } from '../../base/fileErrors.ts';

/** Identifies a process, even after another one has got its ID. */
export const ProcessMarkSchema = z.object({
  host: z.string(),
  pid: z.int(),
  /** When it started, in a form that depends on the system; absent if unknown. */
  start: z.exactOptional(z.string()),
});

export type ProcessMark = z.infer<typeof ProcessMarkSchema>;

/** The mark of this process. */
export function ownMark(): ProcessMark {
  const start = startOf(process.pid);
  return { host: hostname(), pid: process.pid, ...(start === undefined ? {} : { start }) };
}

/** Whether the process may still be running. Nothing is known of processes on other computers. */
export function mayRun({ host, pid, start }: ProcessMark): boolean {
  if (host !== hostname()) return true;
  if (!isProcess(pid)) return false;
  const now = startOf(pid);
  return start === undefined || now === undefined || start === now;
}

/** Whether a process with this ID is running. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In a container without an init process, exited processes stay in the process list.
    return statOf(pid)[0] !== 'Z';
  } catch (error) {
    // The process exists but belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

/** Systems other than Linux only report the start of this process. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux')
    return pid === process.pid ? String(Math.round(performance.timeOrigin)) : undefined;
  const ticks = statOf(pid)[19];
  return ticks === undefined ? undefined : `${bootId()} ${ticks}`;
}

/** The fields of Linux's process status from the state on; empty elsewhere. */
function statOf(pid: number): readonly string[] {
  if (process.platform !== 'linux') return [];
  const stat = readIfExists(`/proc/${pid}/stat`);
  return stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Ticks are counted from the start of the computer. */
function bootId(): string {
  return readIfExists('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

/** A process may exit before its status is read. */
function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
