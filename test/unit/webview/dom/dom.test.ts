import assert from 'node:assert/strict';
import { fillIn } from '../../../../src/webview/dom/dom.ts';

describe('a text that the host sent', () => {
  it('has its placeholders replaced with values', () => {
    assert.equal(fillIn('{one} of {all}, {one}', { one: '1', all: '{one}' }), '1 of {one}, 1');
  });

  it('keeps placeholders that have no value', () => {
    assert.equal(fillIn('{c} {} {toString} a}', { a: '1' }), '{c} {} {toString} a}');
  });
});
