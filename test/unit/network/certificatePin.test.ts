import assert from 'node:assert/strict';
import { samePin } from '../../../src/network/certificatePin.ts';

describe('the fingerprint of a certificate', () => {
  const plain = '0123456789abcdef'.repeat(4);

  it('is the same with colons, spaces and capitals', () => {
    const pairs = (plain.toUpperCase().match(/../g) ?? []).join(':');
    for (const other of [plain, pairs, ` ${pairs}\n`]) {
      assert.ok(samePin(plain, other));
      assert.ok(samePin(other, plain));
    }
  });

  it('is no other one, and none that is shorter or longer', () => {
    assert.equal(samePin(plain, plain.replace('0', '1')), false);
    for (const text of ['', plain.slice(1), `${plain}0`]) assert.equal(samePin(text, text), false);
  });
});
