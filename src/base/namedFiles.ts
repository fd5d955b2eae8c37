import { closeSync, createReadStream, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isatty } from 'node:tty';

/** Why a file that a user named is not read to its end. `fileErrorText` has the sentences. */
class NamedFileError extends Error {
  readonly code: 'NOT_A_FILE' | 'TOO_LONG';
  constructor(code: NamedFileError['code']) {
    super(code === 'NOT_A_FILE' ? 'neither a file nor a pipe' : 'too long');
    this.name = 'NamedFileError';
    this.code = code;
  }
}

/** Devices such as /dev/zero and /dev/full never end. */
function checkKind(found: Stats, isTerminal = false): void {
  if (found.isBlockDevice() || (found.isCharacterDevice() && !isTerminal))
    throw new NamedFileError('NOT_A_FILE');
}

/** Reads a file, a pipe or a file descriptor that a user named, up to a length in bytes. */
export function readNamedFileNow(place: string | number, mostBytes: number): string {
  const file = typeof place === 'number' ? place : openSync(place, 'r');
  try {
    checkKind(fstatSync(file), isatty(file));
    const bytes = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (let read = 1; read > 0 && length <= mostBytes; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > mostBytes) throw new NamedFileError('TOO_LONG');
    return bytes.toString('utf8', 0, length);
  } finally {
    if (typeof place === 'string') closeSync(file);
  }
}

/** The same without blocking. */
export async function readNamedFile(path: string, mostBytes: number): Promise<string> {
  return (await readNamedBytes(path, mostBytes)).toString();
}

export async function readNamedBytes(path: string, mostBytes: number): Promise<Buffer> {
  checkKind(await stat(path));
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: mostBytes })) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length > mostBytes) throw new NamedFileError('TOO_LONG');
  return bytes;
}

/** Whether it is a file that can be read again: not a pipe, standard input or nothing. */
export function isFileNow(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
