import { displayText } from './displayText.ts';
import type { Localizer } from './localizer.ts';
import { isKeyOf } from './tables.ts';

/** The code of a system error, such as ENOENT. */
function codeOf(error: unknown): string | undefined {
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

/** Codes of Node and of VS Code's `FileSystemError`. */
const faults = {
  ENOENT: 'missing',
  FileNotFound: 'missing',
  EEXIST: 'exists',
  FileExists: 'exists',
  EACCES: 'denied',
  EPERM: 'denied',
  NoPermissions: 'denied',
  ENOTDIR: 'notAFolder',
  FileNotADirectory: 'notAFolder',
  EISDIR: 'notAFile',
  FileIsADirectory: 'notAFile',
  EROFS: 'readOnly',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ELOOP: 'loop',
  ENAMETOOLONG: 'tooLong',
  Unavailable: 'unavailable',
} as const;

/** What is wrong with a file or folder; `undefined` for errors that have no sentence of their own. */
export function faultOf(error: unknown): (typeof faults)[keyof typeof faults] | undefined {
  const code = codeOf(error);
  return code !== undefined && isKeyOf(faults, code) ? faults[code] : undefined;
}

/** Why a file or folder cannot be written. */
export function writeFaultText(error: unknown, localizer: Pick<Localizer, 't'>): string {
  const { t } = localizer;
  switch (faultOf(error)) {
    case 'exists':
      return t('A file with this name already exists.');
    case 'denied':
      return t('No permission to write this.');
    case 'missing':
      return t('The folder does not exist and cannot be created.');
    case 'full':
      return t('No space is left on the disk.');
    case 'readOnly':
      return t('The file system is read-only.');
    case 'unavailable':
      return t('The file system is not available now.');
    default:
      return (
        faultText(error, localizer) ?? t('This cannot be written: {error}', { error: fileErrorReason(error) })
      );
  }
}

/** For what is wrong with the path, whether it is read or written. */
export function faultText(error: unknown, { t }: Pick<Localizer, 't'>): string | undefined {
  switch (faultOf(error)) {
    case 'notAFile':
      return t('This is not a file.');
    case 'notAFolder':
      return t('Part of this path is a file, not a folder.');
    case 'loop':
      return t('The symbolic links in this path form a loop.');
    case 'tooLong':
      return t('This path is too long.');
    default:
      return undefined;
  }
}

/** The code of a system error; other file systems describe their errors in a sentence. */
export function fileErrorReason(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return code;
  return displayText(error instanceof Error ? error.message : String(error), 200);
}
