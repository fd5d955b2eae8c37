import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ContractError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { decodeForDisplay, decodeText } from '../../../src/api/transport/responseText.ts';

const info: RequestInfo = { operation: 'listJobs', method: 'GET', origin: 'https://a.example', path: '/' };

/** Bytes of this text in a character set of one byte per character. */
function singleByte(text: string, charset: string): Buffer {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const letters = [...new TextDecoder(charset).decode(bytes)];
  return Buffer.from([...text].map(letter => letters.indexOf(letter)));
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function problemOf(bytes: Buffer, contentType?: string): unknown {
  try {
    return decodeText(bytes, contentType, info);
  } catch (error) {
    return error instanceof ContractError ? error.problem : error;
  }
}

describe('the text of a response', () => {
  const text = '{"name":"Ночь №5"}';
  const type = 'application/json';

  const readable: Readonly<Record<string, readonly [bytes: Buffer, contentType?: string]>> = {
    'UTF-8 without a declaration': [Buffer.from(text)],
    'UTF-8 that is declared as something else': [Buffer.from(text), `${type}; charset=iso-8859-1`],
    'UTF-8 that is declared as something unknown': [Buffer.from(text), `${type}; charset=klingon`],
    'windows-1251': [singleByte(text, 'windows-1251'), `${type}; charset=windows-1251`],
    'windows-1251 in upper case and quotes': [
      singleByte(text, 'windows-1251'),
      `${type};CHARSET="Windows-1251"`,
    ],
    'windows-1251 after another parameter': [
      singleByte(text, 'windows-1251'),
      `${type}; v=1 ; charset = cp1251`,
    ],
    'UTF-16 with a byte order mark': [
      Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]),
      type,
    ],
    'UTF-16, big-endian, with a byte order mark': [Buffer.concat([Buffer.of(0xfe, 0xff), utf16be(text)])],
    'UTF-16 without a byte order mark': [Buffer.from(text, 'utf16le'), `${type}; charset=utf-16`],
    'UTF-16, big-endian, declared without its order': [utf16be(text), `${type}; charset=UTF-16`],
  };
  for (const [what, [bytes, contentType]] of Object.entries(readable))
    it(`in ${what} is read`, () => {
      assert.equal(decodeText(bytes, contentType, info), text);
      assert.equal(decodeForDisplay(bytes, contentType), text);
    });

  const damaged = singleByte(text, 'windows-1251');

  it('is an error if its character set is unknown or does not fit, and is still displayed', () => {
    assert.deepEqual(problemOf(damaged), { code: 'damagedText', charset: 'utf-8' });
    assert.deepEqual(problemOf(damaged, `${type}; charset=utf-8`), { code: 'damagedText', charset: 'utf-8' });
    assert.deepEqual(problemOf(damaged, `${type}; charset=klingon\u202e<b>`), {
      code: 'unknownCharset',
      charset: 'klingonb',
    });
    for (const contentType of [undefined, `${type}; charset=klingon`])
      assert.match(decodeForDisplay(damaged, contentType), /^\{"name":"/);
  });

  it('that begins like an object never contains characters that its bytes do not have', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(undefined, 'utf-8', 'windows-1251', 'utf-16', 'shift_jis', 'gbk', 'x-none'),
        (bytes, charset) => {
          const buffer = Buffer.concat([Buffer.from('{"'), bytes]);
          const result = problemOf(buffer, charset && `${type}; charset=${charset}`);
          const encoded = [Buffer.from('\uFFFD'), Buffer.from('\uFFFD', 'utf16le'), utf16be('\uFFFD')];
          const isThere = encoded.some(one => buffer.includes(one));
          const isObject = typeof result === 'string' && result.startsWith('{');
          assert.ok(!isObject || !result.includes('\uFFFD') || isThere);
        },
      ),
    ));
});
