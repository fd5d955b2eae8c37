import { remember } from '../../base/collections.ts';
import { foldText } from '../../base/foldText.ts';

const attributeType = /\s*(?:oid\.)?([a-z][a-z0-9-]*|\d+(?:\.\d+)*)\s*=\s*/iy;
/** As hexadecimal digits, in quotes as older standards write it, or with escapes. */
const attributeValue = /(#(?:[0-9a-f]{2})+)(?=\s*(?:[,;+]|$))|"((?:\\.|[^\\"])*)"|((?:\\.|[^\\",;+])*)/isy;
const separator = /\s*([,;+]|$)/y;
const escapes = /((?:\\[0-9a-f]{2})+)|\\(.)/gis;
const special = /[,;+="\\<>#]/g;

const keys = new Map<string, string>();
const maxRememberedKeys = 20_000;

/**
 * Equal for texts that are the same distinguished name (RFC 4514): however they are spaced, escaped or quoted, in
 * whatever order a component has several values, and regardless of case, as directories compare names. It is itself
 * such a text. Any other text is compared as it is, without surrounding spaces.
 */
export function dnKey(text: string): string {
  return keys.get(text) ?? remember(keys, maxRememberedKeys, text, readDn(text) ?? text.trim());
}

/** Whether both are the same name; an empty text is none. */
export function sameDn(one: string, other: string): boolean {
  return one.trim() !== '' && dnKey(one) === dnKey(other);
}

/** `undefined` if the text is no distinguished name. */
function readDn(text: string): string | undefined {
  const components: string[][] = [[]];
  for (let at = 0; ; ) {
    const type = matchAt(attributeType, text, at);
    const value = type && matchAt(attributeValue, text, at + type[0].length);
    const end = value && matchAt(separator, text, value.index + value[0].length);
    if (type === undefined || value === undefined || end === undefined) return undefined;
    const [, hexadecimal, quoted, plain = ''] = value;
    const read = hexadecimal?.toLowerCase() ?? normalize(quoted ?? plain);
    if (read === undefined) return undefined;
    components.at(-1)?.push(`${type[1]?.toLowerCase()}=${read}`);
    if (end[1] === '') return components.map(values => values.sort().join('+')).join(',');
    if (end[1] !== '+') components.push([]);
    at = end.index + end[0].length;
  }
}

/** A value without its escapes, folded, with the escapes that it needs; `undefined` if its bytes are not UTF-8. */
function normalize(value: string): string | undefined {
  try {
    const whole = value.replace(escapes, (_, bytes: string | undefined, character: string) =>
      bytes === undefined ? character : utf8(bytes),
    );
    return foldText(whole).replace(/\s+/g, ' ').trim().replace(special, '\\$&');
  } catch {
    return undefined;
  }
}

function utf8(escaped: string): string {
  const bytes = escaped.split('\\').slice(1);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    Uint8Array.from(bytes, byte => Number.parseInt(byte, 16)),
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
