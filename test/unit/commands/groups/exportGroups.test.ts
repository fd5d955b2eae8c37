import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { compareGroups, createJobForGroups, exportGroups } = await import(
  '../../../../src/commands/groups/exportGroups.ts'
);

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const rowOf = (id: number) => ({ kind: 'group', serverId: 'plant', groupKey: `id:${id}` });
const rows = [rowOf(7), rowOf(8)];

const withGroups = (use: (given: Given) => Promise<void>) =>
  withPlant(async given => {
    const device = (hostname: string, status = '') => ({ hostname, addr: '', status });
    const office = [device('PC-10', 'on, idle'), device('PC-9')];
    given.plant.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set: office });
    given.plant.groups.set(8, { name: 'Lab', dn: '', server_set: [] });
    await given.session.groups.ensureLoaded();
    await use(given);
  });

describe('groups in an editor', () => {
  it('are CSV with a line for each device', () =>
    withGroups(async given => {
      given.person.pick = () => 'csv';
      await exportGroups(given.context, [rows[0], rows]);
      assert.deepEqual(given.person.shown, [
        'Group,Host name,Address,Status,Connection,User\nOffice,PC-10,,"on, idle",,\nOffice,PC-9,,,,\nLab\n',
      ]);
    }));

  it('are JSON in the write shape, with the selected devices alone', () =>
    withGroups(async given => {
      given.person.pick = () => 'json';
      await exportGroups(given.context, [{ ...rows[0], kind: 'device', deviceKey: 'PC-9\n\n\n' }]);
      assert.deepEqual(JSON.parse(given.person.shown[0] ?? ''), [
        { name: 'Office', dn: 'CN=Office', server_set: ['PC-9'] },
      ]);
    }));

  it('are compared by their names in order', () =>
    withGroups(async given => {
      await compareGroups(given.context, [rows[0], rows]);
      assert.deepEqual(given.person.shown, [
        'Office ↔ Lab',
        'Office\nCN=Office\n\nPC-9\nPC-10\n',
        'Lab\n\n\n',
      ]);
      await compareGroups(given.context, [rows[0]]);
      assert.deepEqual(given.person.of('info'), ['Select two groups to compare them.']);
    }));

  it('are the targets of a new job', () =>
    withGroups(async given => {
      const opened: unknown[] = [];
      const openNew = async (_session: unknown, _kind: unknown, title: string, draft: unknown = {}) =>
        void opened.push([title, Object(draft).groups]);
      const documents = { ...given.context.documents, openNew };
      await createJobForGroups({ ...given.context, documents }, [rows[0], rows]);
      assert.deepEqual(opened, [['Job for “Office” and “Lab”', [7, 8]]]);
    }));
});
