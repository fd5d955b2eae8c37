import assert from 'node:assert/strict';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { changesReach, confirmReach } = await import('../../../src/documents/saveConsequences.ts');

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

  it('counts all devices of a new job', () =>
    withMemoryServer(async ({ user, session }) => {
      const growth = { before: undefined, after: { peers: peers(100) } };
      assert.equal(await confirmReach(user.dialogs, session, growth), true);
      assert.match(user.of('confirm')[0] ?? '', /^Save “” to “Plant”\?[\s\S]*\n0 devices → 100 devices\.$/);
    }));

  it('is not asked when fewer devices than the threshold are added, or some are removed', () =>
    withMemoryServer(async ({ user, session }) => {
      for (const [before, after] of [
        [50, 99],
        [200, 100],
      ] as const) {
        const growth = { before: { peers: peers(before) }, after: { peers: peers(after) } };
        assert.equal(await confirmReach(user.dialogs, session, growth), false);
      }
      assert.deepEqual(user.messages, []);
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

  it('rejects the save when it is declined', () =>
    withMemoryServer(async ({ user, session }) => {
      user.isSure = false;
      const growth = { before: undefined, after: { peers: peers(100) } };
      await assert.rejects(confirmReach(user.dialogs, session, growth), { code: 'reachKept' });
    }));
});

describe('a change that can let a job run on more devices', () => {
  for (const [patch, isOne] of [
    [{ groups: [] }, true],
    [{ peers: [] }, true],
    [{ enabled: true }, true],
    [{ enabled: false }, false],
    [{ name: 'x' }, false],
  ] as const)
    it(`is ${isOne ? 'one' : 'none'} of ${JSON.stringify(patch)}`, () =>
      assert.equal(changesReach(patch), isOne));
});
