import type { Localizer } from '../../util/localizer.ts';

/** Why a file or folder cannot be read. */
export function accessText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return t('No permission to read this.');
  return pathText(code, localizer) ?? t('This cannot be read: {error}', { error: code ?? String(error) });
}

/** Why a file or folder cannot be written. */
export function writeText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  const code = codeOf(error);
  if (code === 'EEXIST') return t('A file with this name already exists.');
  if (code === 'EACCES' || code === 'EPERM') return t('No permission to write this.');
  if (code === 'ENOENT') return t('The folder does not exist and cannot be created.');
  if (code === 'ENOSPC' || code === 'EDQUOT') return t('No space is left on the disk.');
  if (code === 'EROFS') return t('The file system is read-only.');
  return pathText(code, localizer) ?? t('This cannot be written: {error}', { error: code ?? String(error) });
}

function pathText(code: string | undefined, { t }: Localizer): string | undefined {
  if (code === 'ENOTDIR') return t('Part of this path is a file, not a folder.');
  if (code === 'ELOOP') return t('The symbolic links in this path form a loop.');
  if (code === 'ENAMETOOLONG') return t('This path is too long.');
  return undefined;
}

export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
