import { isUtf8 } from 'node:buffer';
import { ContractError, type RequestInfo } from '../errors/apiError.ts';

/**
 * The text of a response: in UTF-8 if its bytes are, because servers often declare something else, or else in the
 * declared character set. Throws `ContractError` if that is unknown or does not fit: damaged text must not become data.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, info: RequestInfo): string {
  const charset = charsetOf(bytes, contentType);
  let code: 'unknownCharset' | 'damagedText' = 'unknownCharset';
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    code = 'damagedText';
    // `stream` leaves out a character that was cut off at the end, so that the JSON is found to be cut off.
    return decoder.decode(bytes, { stream: true });
  } catch {
    const text = decodeForDisplay(bytes, contentType);
    // Anything but an object or a list, such as a page of a proxy, is reported as what it is.
    if (!/^\s*[[{]/.test(text)) return text;
    throw new ContractError(info, { code, charset: printable(charset) });
  }
}

/** The text of an error response, which is only displayed. */
export function decodeForDisplay(bytes: Uint8Array, contentType: string | undefined): string {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Whether the bytes can be read as UTF-8. JSON contains neither NUL nor Escape, but UTF-16 and ISO-2022 do. */
export function isPlainUtf8(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0x00) && !bytes.includes(0x1b);
}

function charsetOf(bytes: Uint8Array, contentType = ''): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isPlainUtf8(bytes)) return 'utf-8';
  // JSON begins with an ASCII character.
  if (first === 0x00) return 'utf-16be';
  if (second === 0x00) return 'utf-16le';
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:["']([^"']*)["']|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? bare ?? 'utf-8';
}

function printable(charset: string): string {
  return charset.replace(/[^\w.:+-]/g, '').slice(0, 40);
}
