import assert from 'node:assert/strict';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { explainServer } = await import('../../../src/contrib/doctor/vscode/checkConnection.ts');

describe('a server with problems', () => {
  it('has its problems explained, or a message that none are known', () =>
    withMemoryServer(async ({ context, user, memoryServer: fake, session }) => {
      await explainServer(context);
      assert.deepEqual(user.of('info'), ['No known problems with “Plant”.']);
      fake.failures.set('GET /account/api/group/', 403);
      await session.groups.refresh().catch(() => undefined);
      await explainServer(context);
      assert.equal(user.of('error').length, 1);
      assert.equal(user.of('info').length, 1);
    }));
});
