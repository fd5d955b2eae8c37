import assert from 'node:assert/strict';
import { FakePerson } from '../commands/support/plant.ts';

const { confirmDeviceLoss, deviceChange } = await import('../../../src/documents/deviceLoss.ts');

const server = { id: 'plant', name: 'Plant', url: 'https://plant.example', production: true };
const group = (...names: readonly string[]) => ({ name: 'Lab', server_set: names });

describe('the question before devices leave a group of a production server', () => {
  it('counts and names the devices, and needs the name of the server', async () => {
    const person = new FakePerson();
    person.type = () => 'Plant';
    const patch = { server_set: ['b', 'c', 'd'] };
    assert.equal(await confirmDeviceLoss(person.dialogs, server, group('a', 'b'), patch), true);
    assert.deepEqual(person.told[0], {
      kind: 'confirm',
      text: 'Remove 1 device from the group “Lab” on “Plant”?\nDevices: 2 devices → 3 devices.\n\na',
      actions: ['Remove from Group'],
    });
  });

  it('names ten at most', async () => {
    const person = new FakePerson();
    const many = Array.from({ length: 12 }, (_, index) => `pc-${index}`);
    for (const names of [many, many.slice(0, 10)])
      await assert.rejects(confirmDeviceLoss(person.dialogs, server, group(...names), { server_set: [] }), {
        code: 'devicesKept',
      });
    const [twelve = '', ten = ''] = person.of('confirm');
    assert.match(twelve, /^Remove 12 devices [\s\S]*, pc-9, 2 more$/);
    assert.match(ten, /^Remove 10 devices [\s\S]*pc-0, pc-1,[\s\S]*, pc-9$/);
  });

  for (const [title, before, patch] of [
    ['devices only come', group('a'), { server_set: ['b', 'a'] }],
    ['the list is not sent', group('a'), { name: 'Lab 2' }],
    ['the server had no list', { name: 'Lab' }, { server_set: ['a'] }],
  ] as const)
    it(`is not asked when ${title}`, async () => {
      const person = new FakePerson();
      assert.equal(await confirmDeviceLoss(person.dialogs, server, before, patch), false);
      assert.deepEqual(person.told, []);
    });
});

describe('the change of the number of devices', () => {
  for (const [title, before, after, text] of [
    ['of a group', group('a', 'b'), group('a'), 'Devices: 2 devices → 1 device.'],
    ['of a job', { peers: [] }, { peers: ['a', 'b'] }, 'Devices: 0 devices → 2 devices.'],
    ['as many as before', group('a'), group('b'), ''],
    ['of a text without the list', group('a'), {}, ''],
    ['of a list that is none', { peers: 'all' }, { peers: ['a'] }, ''],
    ['of a list that becomes none', { peers: ['a'] }, { peers: 'all' }, ''],
  ] as const)
    it(title, () => assert.equal(deviceChange(before, after), text));
});
