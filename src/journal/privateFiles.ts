import { chmod } from 'node:fs/promises';
import { createFolder } from '../util/createFolder.ts';

/** Mode of files that only this user may read. */
export const privateFileMode = 0o600;

/** Creates a folder that only this user can open, and restricts one that an earlier version created. */
export async function makePrivateFolder(path: string): Promise<void> {
  await createFolder(path, 0o700);
  await chmod(path, 0o700);
}
