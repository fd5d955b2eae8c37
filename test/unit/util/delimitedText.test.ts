import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anySeparator, delimitedRows, separatorOf } from '../../../src/util/delimitedText.ts';

const cells = (text: string) => delimitedRows(text, anySeparator).map(row => row.cells);

describe('rows of delimited text', () => {
  it('are lines of cells, whatever ends the lines', () => {
    assert.deepEqual(cells('a\tb\r\nc\rd\n'), [['a', 'b'], ['c'], ['d']]);
    assert.deepEqual(cells('\uFEFFa; b ,c'), [['a', 'b', 'c']]);
    assert.deepEqual(cells('a\uFEFFb'), [['a\uFEFFb']]);
    assert.deepEqual(cells(''), []);
  });

  it('may have quoted cells that contain separators, line breaks and quotes', () => {
    const rows = delimitedRows('"a,b" ;"say ""hi"""\n"two\nlines",x\nlast', anySeparator);
    assert.deepEqual(
      rows.map(row => [row.line, ...row.cells]),
      [
        [1, 'a,b', 'say "hi"'],
        [2, 'two\nlines', 'x'],
        [4, 'last'],
      ],
    );
  });

  it('are trimmed, inside quotes and around them', () => {
    assert.deepEqual(cells('  "a,b"  ; " c " ;" d'), [['a,b', 'c', 'd']]);
  });

  it('treat an unclosed quote as an ordinary character', () => {
    assert.deepEqual(delimitedRows('"a,b\nc', ','), [
      { line: 1, cells: ['a', 'b'], isUnclosed: true },
      { line: 2, cells: ['c'], isUnclosed: false },
    ]);
  });

  it('find the separator of a table', () => {
    assert.equal(separatorOf('a;b\nc\td'), ';');
    assert.equal(separatorOf(' \r\n\t\n\n  a;b\nc\td'), ';');
    assert.deepEqual(['a;b,c', 'a\tb,c', 'a;b', 'a'].map(separatorOf), [';', '\t', ';', ',']);
  });

  it('read back what was written as CSV', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            fc.string().map(text => text.trim().replace(/\r\n?/g, '\n')),
            { minLength: 1 },
          ),
          {
            minLength: 1,
          },
        ),
        table => {
          const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
          const text = table.map(row => row.map(quoted).join(',')).join('\n');
          assert.deepEqual(
            delimitedRows(text, ',').map(row => row.cells),
            table,
          );
        },
      ),
    ));
});
