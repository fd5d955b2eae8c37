import assert from 'node:assert/strict';
import { asRead } from '../../../src/api/model/saveDecision.ts';
import { withForm } from './support/formSetup.ts';

const text = '{"name": "One", "policies": [1], "peers": ["pc-1"]}';
const setName = (value: string) =>
  ({ type: 'change', sequence: 7, change: { kind: 'text', field: 'name', value } }) as const;

describe('the state of its document that a form shows', () => {
  it('includes the problems of its text and those that the server reported, and whether a save was tried', () =>
    withForm(
      async ({ open, last, state }) => {
        state.problems = [{ path: ['peers', 0], severity: 'error', text: 'Unknown.' }];
        await open();
        const { problems, isSaveTried } = last('document');
        assert.equal(isSaveTried, false);
        assert.ok(problems.some(({ field, severity }) => field === 'name' && severity === 'error'));
        assert.deepEqual(problems.at(-1), { field: 'peers', severity: 'error', text: 'pc-1: Unknown.' });
      },
      { isNew: true, text: '{"name": "", "peers": ["pc-1"]}' },
    ));

  it('reports that it cannot be read, without the fields sent before', () =>
    withForm(
      async ({ open, document, events, last, send }) => {
        await open();
        for (const [wrong, problems] of [
          ['{"name', ['This is not valid JSON.']],
          ['{"name": 7}', ['name: Expected text.']],
        ] as const) {
          document.text = wrong;
          events.state.fire(document.uri);
          assert.deepEqual(last('unreadable').problems, problems);
        }
        await send(setName('Two'));
        document.text = text;
        events.state.fire(document.uri);
        assert.equal(last('document').values.name, 'One');
      },
      { text },
    ));

  it('includes what others changed in the meantime, and whether both can be kept', () =>
    withForm(
      async ({ open, called, document, events, last, send, state }) => {
        const base = { name: 'One', policies: [1], peers: ['pc-1'] };
        state.versions = { base: asRead(base), latest: { ...base, peers: ['pc-1', 'pc-9'] } };
        await open();
        const conflict = () => {
          events.state.fire(document.uri);
          const { conflict: says, keepBoth, version } = last('status').status;
          return [says, keepBoth, version];
        };
        const says = (field: string) =>
          `Changed on the server since you started editing: ${field}. Saving would overwrite these changes.`;
        document.text = text.replace('"pc-1"', '"pc-1", "pc-2"');
        assert.deepEqual(conflict(), ['', 'no', 0], 'it is not unsaved');
        document.isDirty = true;
        assert.deepEqual(conflict(), [says('Devices'), 'default', 1]);
        assert.deepEqual(conflict(), [says('Devices'), 'default', 1]);
        assert.match(last('document').deviceWarning, /\(1 added, 0 removed\)/);
        await send({ type: 'overwrite', version: 0 });
        await send({ type: 'overwrite', version: 1 });
        assert.deepEqual(called, [['overwrite'], ['overwrite', state.versions.latest]]);
        document.text = text.replace('"pc-1"', '"pc-2"');
        assert.deepEqual(conflict(), [says('Devices'), 'possible', 1]);
        state.versions = { base: asRead(base), latest: { ...base, name: 'Theirs' } };
        document.text = text.replace('One', 'Mine');
        assert.deepEqual(conflict(), [says('Name'), 'no', 2]);
        assert.equal(last('document').deviceWarning, '');
        document.text = '{"name';
        assert.deepEqual(conflict(), ['', 'no', 2]);
        state.versions = undefined;
        document.text = text;
        assert.deepEqual(conflict(), ['', 'no', 2]);
      },
      { text },
    ));

  it('includes the devices that a changed list would lose', () =>
    withForm(
      async ({ open, document, events, last, memoryServer, session, state }) => {
        memoryServer.groups.set(1, { name: 'Lab', server_set: [{ hostname: 'pc-1' }, { id: 5 }] });
        await session.groups.refresh();
        state.versions = { base: asRead({ server_set: ['pc-1'] }), latest: { server_set: ['pc-1'] } };
        await open();
        assert.equal(last('document').deviceWarning, '');
        document.text = '{"server_set": []}';
        events.state.fire(document.uri);
        assert.equal(
          last('document').deviceWarning,
          '1 device has neither a host name nor an address and will be lost when the changed list is saved.',
        );
        assert.deepEqual([last('document').deviceCount, last('document').schedule], ['', undefined]);
      },
      { kind: 'group', text: '{"server_set": ["pc-1"]}' },
    ));

  it('includes on how many devices a job runs, and when', () =>
    withForm(
      async ({ open, document, events, last, state }) => {
        state.versions = { base: asRead({ groups: [], peers: ['pc-1'] }), latest: {} };
        await open();
        const { deviceCount, devices, schedule } = last('document');
        assert.deepEqual([deviceCount, devices], ['On 1 device.', '1 device']);
        assert.equal(schedule?.problems.length, 0);
        document.text = '{"groups": [], "peers": ["pc-1", "pc-2"]}';
        events.state.fire(document.uri);
        assert.equal(last('document').deviceCount, '1 device → 2 devices.');
        document.text = '{"peers": ["pc-1"], "dynamic_groups": [4], "params": "RRULE:FREQ=DAILLY"}';
        events.state.fire(document.uri);
        assert.equal(last('document').devices, 'at least 1 device');
        assert.equal(last('document').schedule?.problems.length, 1);
      },
      { text },
    ));
});
