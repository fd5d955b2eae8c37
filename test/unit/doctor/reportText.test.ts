import assert from 'node:assert/strict';
import { reportText } from '../../../src/doctor/reportText.ts';

const textOf = (text: string) =>
  reportText(['Head'], [{ title: 'Way', rows: [{ result: 'info', label: 'A', text }] }], each => each);

describe('the text of the connection report', () => {
  it('underlines the title of a section in its width', () => {
    assert.equal(textOf('x'), 'Head\n\nWay\n───\n  · A  x\n');
  });

  it('fills a line to its last column before it wraps', () => {
    const full = `${'a'.repeat(40)} ${'b'.repeat(43)}`;
    assert.equal(textOf(full), `Head\n\nWay\n───\n  · A  ${full}\n`);
    assert.equal(
      textOf(`${full}b c`),
      `Head\n\nWay\n───\n  · A  ${'a'.repeat(40)}\n         ${'b'.repeat(44)} c\n`,
    );
  });

  it('leaves a long word whole, so that it can be copied', () => {
    const word = 'w'.repeat(100);
    assert.equal(textOf(word), `Head\n\nWay\n───\n  · A  ${word}\n`);
  });
});
