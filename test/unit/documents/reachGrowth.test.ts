import assert from 'node:assert/strict';
import { withPlant } from '../commands/support/plant.ts';

const { confirmReach } = await import('../../../src/documents/reachGrowth.ts');

const peers = (count: number) => Array.from({ length: count }, (_, index) => `pc-${index}`);

describe('the question before a job runs on many more devices', () => {
  it('says how many there were and will be', () =>
    withPlant(async ({ person, session }) => {
      const growth = { before: { peers: peers(1) }, after: { name: 'Nightly', peers: peers(101) } };
      assert.equal(await confirmReach(person.dialogs, session, growth), true);
      assert.deepEqual(person.told, [
        {
          kind: 'confirm',
          text: 'Save “Nightly” to “Plant”? It will run on more devices.\n1 device → 101 devices.',
          actions: ['Save'],
        },
      ]);
    }));

  it('counts all devices of a new job', () =>
    withPlant(async ({ person, session }) => {
      const growth = { before: undefined, after: { peers: peers(100) } };
      assert.equal(await confirmReach(person.dialogs, session, growth), true);
      assert.match(person.of('confirm')[0] ?? '', /^Save “” to “Plant”\?[\s\S]*\n0 devices → 100 devices\.$/);
    }));

  it('is not asked for fewer more than the setting says, or for less', () =>
    withPlant(async ({ person, session }) => {
      for (const [before, after] of [
        [50, 99],
        [200, 100],
      ] as const) {
        const growth = { before: { peers: peers(before) }, after: { peers: peers(after) } };
        assert.equal(await confirmReach(person.dialogs, session, growth), false);
      }
      assert.deepEqual(person.told, []);
    }));
});
