import { chmod, mkdir } from 'node:fs/promises';

/** For files that only this person may read. */
export const privateFileMode = 0o600;

/** Creates a folder that only this person may enter; one of an earlier version is closed to others. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}
