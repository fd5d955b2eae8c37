import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { ArrangementChoice } from '../../../src/servers/serverMemories.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';

const { ShownArrangement } = await import('../../../src/views/shownArrangement.ts');

const plantServer = { id: 'plant', name: 'Plant', url: 'https://plant.example' };

function desk() {
  const remembered = new Map<string, ArrangementChoice>();
  let changes = 0;
  const sessions: { active: ServerSession | undefined } = {
    active: partialOf<ServerSession>({ server: plantServer }),
  };
  const arrangement = new ShownArrangement({
    sessions,
    arrangements: {
      get: id => remembered.get(id) ?? { sort: 'server', grouping: 'none' },
      set: (id, chosen) => void remembered.set(id, chosen),
    },
    onChanged: () => {
      changes += 1;
    },
  });
  const order = () => `${arrangement.current.sort} ${arrangement.current.grouping}`;
  return { arrangement, sessions, remembered, order, changes: () => changes };
}

describe('how the jobs of the view are arranged', () => {
  it('is in the order of the server at first, then as the user chose for each server', () => {
    const { arrangement, remembered, order, changes } = desk();
    assert.equal(order(), 'server none');
    arrangement.choose({ sort: 'name' });
    arrangement.choose({ grouping: 'status' });
    assert.deepEqual([order(), changes()], ['name status', 2]);
    assert.deepEqual(remembered.get('plant'), { sort: 'name', grouping: 'status' });
    arrangement.recall('other');
    assert.equal(order(), 'server none');
    arrangement.recall('plant');
    assert.equal(order(), 'name status');
  });

  it('is not remembered without a server', () => {
    const { arrangement, sessions, remembered, order } = desk();
    sessions.active = undefined;
    arrangement.choose({ sort: 'name' });
    assert.deepEqual([order(), remembered.size], ['name none', 0]);
  });

  it('keeps its filter while another server is shown', () => {
    const { arrangement, changes } = desk();
    arrangement.setFilter('night');
    arrangement.setFilter('night');
    arrangement.recall('other');
    assert.deepEqual([arrangement.current.filter.text, changes()], ['night', 1]);
  });
});
