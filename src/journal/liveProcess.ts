import { readFileSync } from 'node:fs';
import { hasCode } from '../util/createFolder.ts';

/** Whether a process with this ID is running. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // The process exists but belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

/** In a container without an init process, exited processes stay in the process list. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}
