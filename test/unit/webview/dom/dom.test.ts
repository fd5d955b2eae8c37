import assert from 'node:assert/strict';
import { fillIn } from '../../../../src/webview/dom/dom.ts';

describe('a text that the host sent', () => {
  it('is filled in with values, each where its name stands', () => {
    assert.equal(fillIn('{a} of {b}, {a}', { a: '1', b: '{a}' }), '1 of {a}, 1');
  });

  it('keeps what has no value', () => {
    assert.equal(fillIn('{c} {} {toString} a}', { a: '1' }), '{c} {} {toString} a}');
  });
});
