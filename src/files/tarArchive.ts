import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** A text file in an archive; its path is relative, with slashes. */
export interface ArchivedFile {
  readonly path: string;
  readonly text: string;
}

const block = 512;
const [nameBytes, modeAt, sizeAt, timeAt, sumAt, typeAt, magicAt] = [
  100, 100, 124, 136, 148, 156, 257,
] as const;
/** More than any fleet exports; a smaller archive cannot fill the memory. */
const mostBytes = 512 * 1024 * 1024;

/** The files as a tar archive (POSIX.1-2001), compressed, so that any tool can read it. */
export async function packFiles(files: readonly ArchivedFile[], timeMs: number): Promise<Buffer> {
  const parts = files.flatMap(({ path, text }) => {
    const bytes = Buffer.from(text);
    const isLong = Buffer.byteLength(path) > nameBytes;
    const record = isLong ? entry('x', 'path', Buffer.from(paxRecord('path', path)), timeMs) : [];
    return [...record, ...entry('0', isLong ? 'long' : path, bytes, timeMs)];
  });
  return promisify(gzip)(Buffer.concat([...parts, Buffer.alloc(2 * block)]));
}

function entry(type: string, name: string, bytes: Buffer, timeMs: number): Buffer[] {
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  header.write(name, 0);
  octal(0o600, modeAt, 7);
  octal(0, modeAt + 8, 7);
  octal(0, modeAt + 16, 7);
  octal(bytes.length, sizeAt, 11);
  octal(Math.floor(timeMs / 1_000), timeAt, 11);
  header.write(type, typeAt);
  header.write('ustar', magicAt);
  header.write('00', magicAt + 6);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, sumAt);
  return [header, bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
}

/** The sum of all bytes, with the sum itself as spaces. */
function checksumOf(header: Buffer): number {
  const own = header.subarray(sumAt, sumAt + 8);
  const sum = (bytes: Buffer) => bytes.reduce((total, byte) => total + byte, 0);
  return sum(header) - sum(own) + own.length * 0x20;
}

/** "19 path=jobs/a.jsonc\n": the number counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const digits = String(bytes + String(bytes).length).length;
  return `${bytes + digits}${rest}`;
}

/** The files of an archive; `undefined` if it is damaged, incomplete, or contains anything else than plain files. */
export async function unpackFiles(archive: Buffer): Promise<readonly ArchivedFile[] | undefined> {
  const bytes = await promisify(gunzip)(archive, { maxOutputLength: mostBytes }).catch(() => undefined);
  return bytes === undefined ? undefined : filesIn(bytes);
}

function filesIn(bytes: Buffer): readonly ArchivedFile[] | undefined {
  const files: ArchivedFile[] = [];
  let longPath: string | undefined;
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block);
    if (header[0] === 0) return files;
    const size = numberAt(header, sizeAt);
    const end = at + block + size;
    if (numberAt(header, sumAt) !== checksumOf(header) || end > bytes.length) return undefined;
    const text = bytes.toString('utf8', at + block, end);
    const type = header.toString('latin1', typeAt, typeAt + 1);
    if (type === 'x') longPath = /\d+ path=(.*)\n/.exec(text)?.[1];
    else if (type === '0') {
      const path = longPath ?? textAt(header, 0, nameBytes);
      if (!isInside(path)) return undefined;
      files.push({ path, text });
      longPath = undefined;
    } else return undefined;
    at = end + ((block - (size % block)) % block);
  }
  return undefined;
}

function textAt(header: Buffer, start: number, length: number): string {
  const end = header.indexOf(0, start);
  return header.toString('utf8', start, end < start ? start + length : Math.min(end, start + length));
}

function numberAt(header: Buffer, start: number): number {
  return Number.parseInt(textAt(header, start, 12), 8);
}

/** Whether the path stays inside the folder that the archive is unpacked to. */
function isInside(path: string): boolean {
  return path.split('/').every(part => !['', '.', '..'].includes(part) && !/[\\:\0]/.test(part));
}
