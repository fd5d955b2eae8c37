import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { isSamePin, withPin } from '../../../src/network/certificatePin.ts';

describe('the fingerprint of a certificate', () => {
  const plain = '0123456789abcdef'.repeat(4);

  it('is the same with colons, spaces and capitals', () => {
    const pairs = (plain.toUpperCase().match(/../g) ?? []).join(':');
    for (const other of [plain, pairs, ` ${pairs}\n`]) {
      assert.ok(isSamePin(plain, other));
      assert.ok(isSamePin(other, plain));
    }
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
    assert.match(String(error), /CertificateError: not the certificate that was trusted/);
  });
});
