import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isSamePin, withPin } from '../../../src/api/network/authorities.ts';

describe('the fingerprint of a certificate', () => {
  const plain = '0123456789abcdef'.repeat(4);

  it('is the same with colons, spaces and capitals', () => {
    const pairs = (plain.toUpperCase().match(/../g) ?? []).join(':');
    for (const other of [plain, pairs, ` ${pairs}\n`]) {
      assert.ok(isSamePin(plain, other));
      assert.ok(isSamePin(other, plain));
    }
  });

  it('differs from any other one, shorter or longer ones included', () => {
    for (const index of plain.split('').keys()) {
      const other = `${plain.slice(0, index)}${plain[index] === '0' ? '1' : '0'}${plain.slice(index + 1)}`;
      assert.equal(isSamePin(plain, other), false, `digit ${index}`);
    }
    for (const text of ['', plain.slice(1), `${plain}0`]) assert.equal(isSamePin(text, text), false);
  });
});

describe('a connection to a server whose certificate is pinned', () => {
  const connect = (result: Parameters<buildConnector.Callback>) =>
    new Promise<Parameters<buildConnector.Callback>>(resolve => {
      const connector = withPin((_, callback) => callback(...result), 'aa'.repeat(32));
      connector({ hostname: 'a.example', protocol: 'https:', port: '' }, (...found) => resolve(found));
    });

  it('is closed when it shows no certificate', async () => {
    const socket = new Socket();
    const [error, found] = await connect([null, socket]);
    assert.deepEqual([found, socket.destroyed], [null, true]);
    assert.match(String(error), /CertificateError: CERT_NOT_THE_TRUSTED_ONE/);
  });
});
