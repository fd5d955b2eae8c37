import assert from 'node:assert/strict';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { confirmReach } = await import('../../../src/workbench/documents/saveConsequences.ts');

const peers = (count: number) => Array.from({ length: count }, (_, index) => `pc-${index}`);

describe('the prompt before a job runs on many more devices', () => {
  it('states how many devices there were and will be', () =>
    withMemoryServer(async ({ user, session }) => {
      const growth = { before: { peers: peers(1) }, after: { name: 'Nightly', peers: peers(101) } };
      assert.equal(await confirmReach(user.dialogs, session, growth), true);
      assert.deepEqual(user.messages, [
        {
          kind: 'confirm',
          text: 'Save “Nightly” to “Plant”? It will run on more devices.\n1 device → 101 devices.',
          actions: ['Save'],
        },
      ]);
    }));

  it('is asked when a save enables a job, which ran on no device before', () =>
    withMemoryServer(async ({ user, session }) => {
      const after = { enabled: true, peers: peers(100) };
      for (const [before, isAsked] of [
        [{ ...after, enabled: false }, true],
        [after, false],
        [{ peers: after.peers }, false],
      ] as const)
        assert.equal(await confirmReach(user.dialogs, session, { before, after }), isAsked);
      const isOff = { ...after, enabled: false };
      assert.equal(await confirmReach(user.dialogs, session, { before: isOff, after: isOff }), false);
    }));

  it('reads the groups first if their devices are unknown', () =>
    withMemoryServer(async ({ user, memoryServer, session }) => {
      memoryServer.groups.set(7, { name: 'Lab', server_set: peers(100).map(hostname => ({ hostname })) });
      const growth = { before: { groups: [] }, after: { groups: [7] } };
      assert.equal(await confirmReach(user.dialogs, session, growth), true);
      assert.match(user.of('confirm')[0] ?? '', /\n0 devices → 100 devices\.$/);
    }));
});
