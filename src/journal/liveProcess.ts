import { readFileSync } from 'node:fs';

/** Whether a program with this number runs. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // A process of somebody else's is one as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** In a container without an init process, what has ended stays in the list of processes. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}
