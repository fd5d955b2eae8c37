import assert from 'node:assert/strict';
import type { Device } from '../../../src/api/model/device.ts';
import type { Draft } from '../../../src/api/model/draft.ts';
import { FakePerson } from '../commands/support/memoryServer.ts';

const { confirmUncertainLoss } = await import('../../../src/workbench/documents/saveConsequences.ts');

describe('the prompt before saving a list with devices that cannot all be named', () => {
  const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
  const device = (fields: Partial<Device>): Device => ({
    ...{ id: undefined, addr: '', status: '', username: '', hostname: '', server_id: '', connection: '' },
    ...fields,
  });
  const devices = [
    device({ hostname: 'a' }),
    device({ id: 7 }),
    device({ id: 8, hostname: 'Twin' }),
    device({ id: 9, hostname: 'twin' }),
    device({ id: 9, hostname: 'twin' }),
  ];
  const ask = (user: FakePerson, patch: Draft) =>
    confirmUncertainLoss(user.dialogs, server, { before: { name: 'Lab' }, devices, patch });

  it('names those that stay in the list, each once, and those without a name', async () => {
    const user = new FakePerson();
    assert.equal(await ask(user, { server_set: ['a', ' TWIN '] }), true);
    assert.equal(await ask(user, { peers: ['a'] }), true);
    assert.deepEqual(user.messages, [
      {
        kind: 'confirm',
        text: '“Lab” has 3 devices that a request cannot identify unambiguously. Saving the list may remove them.\n#7, Twin, twin',
        actions: ['Save'],
      },
      {
        kind: 'confirm',
        text: '“Lab” has 1 device that a request cannot identify unambiguously. Saving the list may remove it.\n#7',
        actions: ['Save'],
      },
    ]);
  });

  it('is not asked when no list is sent, or all devices have a name of their own', async () => {
    const user = new FakePerson();
    assert.equal(await ask(user, { name: 'Lab 2' }), false);
    const save = { before: {}, devices: devices.slice(0, 1), patch: { server_set: ['a', 'b'] } };
    assert.equal(await confirmUncertainLoss(user.dialogs, server, save), false);
    assert.deepEqual(user.messages, []);
  });

  it('rejects the save when it is declined', async () => {
    const user = new FakePerson();
    user.isSure = false;
    await assert.rejects(ask(user, { peers: [] }), { code: 'devicesKept' });
  });
});
