import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commandLine, commandWords } from '../../src/base/commandWords.ts';

describe('the words of a command', () => {
  for (const [line, words] of [
    ['', []],
    ['  gateway   --site ', ['gateway', '--site']],
    [
      String.raw`"C:\Program Files\gw.exe" C:\x\ 'a "b"'`,
      [String.raw`C:\Program Files\gw.exe`, 'C:\\x\\', 'a "b"'],
    ],
    [`--name="North Plant" ''`, ['--name=North Plant', '']],
    [`"it's"' "x"'`, [`it's "x"`]],
  ] as const)
    it(`of ${line || 'an empty line'} are ${JSON.stringify(words)}`, () =>
      assert.deepEqual(commandWords(line), words));

  it('are unknown while a quote is not closed', () => {
    for (const line of ['"', `a 'b`, `"a" b"`, `'a" "`]) assert.equal(commandWords(line), undefined, line);
  });

  it('are read from their line as they were', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '"', "'", ' ', '\\') })), words =>
        assert.deepEqual(commandWords(commandLine(words)), words),
      ),
    ));
});
