import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates the folder and its missing parents. Node's own recursive `mkdir` never returns below a folder that fails
 * every `mkdir` with ENOENT, such as `/proc`.
 */
export async function createFolder(path: string, mode?: number): Promise<void> {
  try {
    await createOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path || !isMissing(error)) throw error;
    await createFolder(parent, mode);
    await createOne(path, mode);
  }
}

async function createOne(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (isMissing(error) || !(await isFolder(path))) throw error;
  }
}

/** Whether the error is ENOENT: a file or one of its parent folders does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** Handles an error unless it is ENOENT, which is expected. */
export function unlessMissing(handle: (error: unknown) => void): (error: unknown) => void {
  return error => {
    if (!isMissing(error)) handle(error);
  };
}

/** Whether this is a Node error with the given code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === code;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
