import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';

const { TokenStore } = await import('../../../src/servers/tokens.ts');

describe('a token that is forgotten', () => {
  it('leaves nothing behind, not even what could not be read and was set aside', async () => {
    const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
    const kept = new Map([['token:plant:https://plant.example', '{"token":"s3cret-token","$version":1}']]);
    const tokens = new TokenStore({
      secrets: new MapSecrets(kept),
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
