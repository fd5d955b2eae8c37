import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import {
  type PlacedProblem,
  problemIn,
  readFileText,
  withField,
} from '../../../src/contrib/files/common/fileText.ts';

const read = (text: string) => readFileText('a.job.jsonc', text, englishLocalizer);
/** The value, or "line:column+length text" of the problem. */
function readAs(text: string): unknown {
  const reading = read(text);
  if (reading.kind === 'ok') return reading.value;
  const { path, line, column, length, severity, text: problem } = reading.problem;
  assert.deepEqual([path, severity], ['a.job.jsonc', 'error']);
  return `${line}:${column}+${length} ${problem}`;
}

describe('the text of a file', () => {
  it('is read in the same way with and without comments', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
        const plain = JSON.stringify(value, undefined, 2);
        assert.deepEqual(readAs(plain), JSON.parse(plain));
        assert.deepEqual(readAs(`// Why\n${plain}`), JSON.parse(plain));
      }),
      { numRuns: 100 },
    );
  });

  it('has its first error at the right position, with the line endings of every system', () => {
    const missing = 'This is not valid JSON: a comma is missing.';
    assert.equal(readAs('{\n  "a": 1\n  "b": 2\n  "c": 3\n}'), `3:3+3 ${missing}`);
    assert.equal(readAs('{\r\n  "a": 1\r\n  "b": 2\r\n}'), `3:3+3 ${missing}`);
    assert.equal(readAs('{\r  "a": 1\r  "b": 2\r}'), `3:3+3 ${missing}`);
    assert.equal(readAs('\ufeff{"a": 1 "bb": 2}'), `1:9+4 ${missing}`);
    assert.match(String(readAs('')), /^1:1\+0 This is not valid JSON/);
  });

  it('contains each field once, although its name may also occur elsewhere', () => {
    assert.equal(readAs('{"a": 1, "b": 2, "a": 3}'), '1:18+3 The field “a” occurs twice.');
    assert.equal(readAs('\ufeff{"a": 1,\n"\\u0061": 2, /* c */ }'), '2:1+8 The field “a” occurs twice.');
    assert.deepEqual(readAs('{"a": "a", "b": {"a": 1}}'), { a: 'a', b: { a: 1 } });
    assert.deepEqual(readAs('{"b": [{"a": 1, "c": 2}], "a": 1}'), { b: [{ a: 1, c: 2 }], a: 1 });
  });
});

describe('a problem of a value', () => {
  const text = '{\n  "name": "Backup",\n  "policies": [1, 22],\n  "more": {"a": 5}\n}';
  const placeOf = (path: PlacedProblem['path'], more: Partial<PlacedProblem> = {}, source = text) => {
    const found = problemIn(
      { path: 'a.job.jsonc', text: source },
      { path, severity: 'warning', text: 'Odd.', ...more },
    );
    const { line, column, length, ...rest } = found;
    return [`${line}:${column}+${length}`, rest];
  };
  const rest = { path: 'a.job.jsonc', severity: 'warning', text: 'Odd.' };

  it('is at a short value, and at the name of the field of a long one', () => {
    assert.deepEqual(placeOf(['name']), ['2:11+8', rest]);
    assert.deepEqual(placeOf(['policies', 1]), ['3:19+2', rest]);
    assert.deepEqual(placeOf(['policies']), ['3:3+10', rest]);
    assert.deepEqual(placeOf(['more']), ['4:3+6', rest]);
    assert.deepEqual(placeOf(['more', 'a']), ['4:17+1', rest]);
  });

  it('is counted without a byte order mark, and in text with comments', () => {
    assert.deepEqual(placeOf(['a'], {}, '\ufeff{"a": 1}'), ['1:7+1', rest]);
    assert.deepEqual(placeOf(['a'], {}, '// c\r\n{"a": 1,}'), ['2:7+1', rest]);
  });
});

describe('edits of files', () => {
  it('leave comments, Windows line breaks and a byte order mark unchanged', () => {
    const text = '\ufeff{\r\n  // Why\r\n  "name": "Backup", // what\r\n  "enabled": true,\r\n}\r\n';
    assert.equal(withField(text, 'enabled', false), text.replace('true', 'false'));
    const added = withField(text, 'policies', [1]);
    assert.ok(added.startsWith('\ufeff{\r\n  // Why\r\n  "name": "Backup", // what\r\n'));
    assert.equal(added.replaceAll('\r\n', '').includes('\n'), false);
    assert.match(added, /,\r\n {2}"policies": \[\r\n {4}1\r\n {2}\]/);
    assert.equal(withField('{\n  "a": 1\n}\n', 'b', 2), '{\n  "a": 1,\n  "b": 2\n}\n');
  });
});
