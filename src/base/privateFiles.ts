import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isMissing } from './fileErrors.ts';

/** Mode of files that only this user may read. */
export const privateFileMode = 0o600;

const largestFile = 64 * 1024 * 1024;

/** Creates a folder that only this user can open, and restricts one that an earlier version created. */
export async function makePrivateFolder(path: string): Promise<void> {
  await makeFolders(path, 0o700);
  await chmod(path, 0o700);
}

/** Creates a folder and those above it. Node's own recursion never ends in /proc, where no folder can be created. */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  const path = resolve(folder);
  const make = () => mkdir(path, mode === undefined ? {} : { mode });
  try {
    await make().catch(async (error: unknown) => {
      if (!isMissing(error) || dirname(path) === path) throw error;
      await makeFolders(dirname(path), mode);
      await make();
    });
  } catch (error) {
    // Another process may have created it meanwhile; some systems refuse before they say that it exists.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) throw error;
  }
}

/** Writes a file that only this user may read, also if others could read the one that it replaces. */
export function writePrivateFile(path: string, text: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) chmodSync(path, privateFileMode);
  writeFileSync(path, text, { mode: privateFileMode });
}

/**
 * Reads a file; `undefined` for anything else, such as a pipe, whose reading would never end, or a file that none of
 * ours can be because of its size. Rejects if there is nothing at this path.
 */
export async function readRegularFile(path: string): Promise<string | undefined> {
  const found = await lstat(path);
  return found.isFile() && found.size <= largestFile ? readFile(path, 'utf8') : undefined;
}

/** The folder for the state of this user's programs. */
export function stateFolder({
  XDG_STATE_HOME,
  LOCALAPPDATA,
  HOME,
}: Readonly<Record<string, string | undefined>>): string {
  const base = XDG_STATE_HOME || LOCALAPPDATA || join(HOME || homedir(), '.local', 'state');
  return join(base, 'device-automation');
}
