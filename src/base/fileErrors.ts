import type { Localizer } from './localizer.ts';
import { isKeyOf } from './tables.ts';

/** The code of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
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

const texts = {
  ENOENT: '“{path}” was not found. Check the path, and whether its folder exists.',
  ENOTDIR: 'Part of the path “{path}” is a file, not a folder. Check the path.',
  EISDIR: '“{path}” is a folder. Pass the path of a file.',
  NOT_A_FILE: '“{path}” is a device, not a file. Pass the path of a file.',
  TOO_LONG: '“{path}” is too long for what it should contain. Check the path.',
  EEXIST: '“{path}” already exists, and is not a folder. Pass another path.',
  EACCES: 'No permission for “{path}”. Change its permissions, or pass another path.',
  EPERM: 'No permission for “{path}”. Change its permissions, or pass another path.',
  EROFS: '“{path}” is on a read-only file system. Pass another path.',
  ENOSPC: 'No space is left on the disk for “{path}”. Free some, or pass another path.',
  EDQUOT: 'No space is left on the disk for “{path}”. Free some, or pass another path.',
} as const;

/**
 * What happened to a file or folder that a user named, and what to do; `undefined` if the error is none of a file
 * system. `path`: that of the user, because some errors have none, or that of a temporary file.
 */
export function fileErrorText(
  error: unknown,
  { t }: Pick<Localizer, 't'>,
  path: unknown = error instanceof Error ? Reflect.get(error, 'path') : undefined,
): string | undefined {
  const code = codeOf(error);
  if (error instanceof Error && Reflect.get(error, 'syscall') === 'uv_os_homedir')
    return t('This user has no home folder. Pass a writable folder with --state-dir.');
  if (code === undefined || typeof path !== 'string') return undefined;
  if (isKeyOf(texts, code)) return t(texts[code], { path });
  return t('“{path}” cannot be used ({code}). Check it, or pass another path.', { path, code });
}
