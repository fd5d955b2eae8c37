import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  anySeparator,
  csvText,
  readDelimitedRows,
  regionalSeparator,
  separatorOf,
} from '../../src/base/delimitedText.ts';

const cells = (text: string) => readDelimitedRows(text, anySeparator).map(row => row.cells);

describe('rows of delimited text', () => {
  it('are lines of cells, whatever ends the lines', () => {
    assert.deepEqual(cells('a\tb\r\nc\rd\n'), [['a', 'b'], ['c'], ['d']]);
    assert.deepEqual(cells('\uFEFFa; b ,c'), [['a', 'b', 'c']]);
    assert.deepEqual(cells('a\uFEFFb'), [['a\uFEFFb']]);
    assert.deepEqual(cells(''), []);
  });

  it('may have quoted cells that contain separators, line breaks and quotes', () => {
    const rows = readDelimitedRows('"a,b" ;"say ""hi"""\n"two\nlines",x\nlast', anySeparator);
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
    assert.deepEqual(readDelimitedRows('"a,b\nc', ','), [
      { line: 1, cells: ['a', 'b'], isUnclosed: true },
      { line: 2, cells: ['c'], isUnclosed: false },
    ]);
  });

  it('begin after the line in which Excel names the separator', () => {
    for (const text of ['sep=;\nOffice;A,B\n', '\uFEFFSEP=;\r\nOffice;A,B\r\n']) {
      const separator = separatorOf(text);
      const rows = [{ line: 2, cells: ['Office', 'A,B'], isUnclosed: false }];
      assert.deepEqual([separator, readDelimitedRows(text, separator)], [';', rows]);
    }
  });

  it('find the separator of a table', () => {
    assert.equal(separatorOf('a;b\nc\td'), ';');
    assert.equal(separatorOf(' \r\n\t\n\n  a;b\nc\td'), ';');
    assert.deepEqual(['a;b,c', 'a\tb,c', 'a;b', 'a'].map(separatorOf), [';', '\t', ';', ',']);
  });
});

describe('CSV', () => {
  const written = fc.constantFrom(...anySeparator);
  const character = fc.constantFrom(...'=+-@＝＠\t\r\n\'"`,; a1!\uFEFF|');
  const table = fc.array(fc.array(fc.oneof(fc.string({ unit: character }), fc.string()), { minLength: 1 }));

  it('has no cell that a spreadsheet takes for a formula, wherever it splits the cells', () => {
    fc.assert(
      fc.property(table, written, (rows, separator) => {
        for (const separators of [',', ';', '\t']) {
          for (const row of csvText(rows, separator).matchAll(/"(?:[^"]|"")*"|[^,;\t\n]+/g)) {
            const text = row[0].replace(/^"|"$/g, '');
            const isQuoted = row[0].startsWith('"');
            for (const cell of isQuoted ? [text] : text.split(separators))
              assert.doesNotMatch(cell, /^\s*[=+\-@＝＠]|^[\t\r]/);
          }
        }
      }),
    );
  });

  it('is read as it was written, trimmed', () => {
    const read = (text: string) => text.replace(/\r\n?/g, '\n').trim();
    fc.assert(
      fc.property(table, written, (rows, separator) => {
        const cells = readDelimitedRows(csvText(rows, separator), separator).map(row => row.cells);
        assert.deepEqual(
          cells,
          rows.map(row => row.map(read)),
        );
      }),
    );
  });

  it('has semicolons between its cells where the decimal mark is a comma', () => {
    const locales = ['ru', 'ru-RU', 'de', 'fr', 'pt-BR', 'en', 'en-GB', 'ja', 'es-MX', 'de-CH'];
    assert.deepEqual(locales.map(regionalSeparator).join(''), ';;;;;,,,,,');
  });

  it('marks formulas with an apostrophe', () => {
    const cells = ['=1+1', '-5', "'=x", '@a', 'a=b', "it's", '+"a"'];
    const written = `'=1+1,'-5,''=x,'@a,a=b,"it's","'+""a"""\n`;
    assert.equal(csvText([cells]), written.replace("'=1+1,'-5,''=x,'@a", `"'=1+1","'-5","''=x","'@a"`));
  });
});
