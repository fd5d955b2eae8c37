import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import './support/vscodeInNode.ts';

const { TokenStore } = await import('../../src/host/tokens.ts');
const { EventEmitter } = await import('../interruptions/vscodeFake.ts');

describe('a token that is forgotten', () => {
  it('leaves nothing behind, not even what could not be read and was set aside', async () => {
    const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
    const kept = new Map([['token:plant:https://plant.example', '{"token":"s3cret-token","$version":1}']]);
    const tokens = new TokenStore({
      secrets: {
        get: async key => kept.get(key),
        store: async (key, text) => void kept.set(key, text),
        delete: async key => void kept.delete(key),
        onDidChange: new EventEmitter<vscode.SecretStorageChangeEvent>().event,
      },
      onUnread: () => undefined,
      onUnavailable: error => assert.fail(String(error)),
    });
    assert.equal(await tokens.get(server), undefined);
    assert.match([...kept.values()].join(), /s3cret-token/, 'it is set aside');
    await tokens.delete(server);
    assert.deepEqual([...kept], []);
    tokens.dispose();
  });
});
