import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';
import { groupRow } from '../support/rows.ts';

const { compareGroups, createJobForGroups, exportGroups } = await import(
  '../../../../src/commands/groups/exportGroups.ts'
);
const { emptyJobDraft } = await import('../../../../src/model/job.ts');

const rows = [groupRow(7), groupRow(8)];

const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const device = (hostname: string, status = '') => ({ hostname, addr: '', status });
    const office = [device('PC-10', 'on, idle'), device('PC-9')];
    given.memoryServer.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set: office });
    given.memoryServer.groups.set(8, { name: 'Lab', dn: '', server_set: [] });
    await given.session.groups.ensureLoaded();
    await use(given);
  });

describe('groups in an editor', () => {
  it('are CSV with a line for each device', () =>
    withGroups(async given => {
      given.user.pick = () => 'csv';
      await exportGroups(given.context, [rows[0], rows]);
      assert.deepEqual(given.user.shown, [
        'Group,Host name,Address,Status,Connection,User\nOffice,PC-10,,"on, idle",,\nOffice,PC-9,,,,\nLab\n',
      ]);
    }));

  it('are JSON in the shape of writes, with only the selected devices', () =>
    withGroups(async given => {
      given.user.pick = () => 'json';
      await exportGroups(given.context, [{ ...rows[0], kind: 'device', deviceKey: 'PC-9\n\n\n' }]);
      assert.deepEqual(JSON.parse(given.user.shown[0] ?? ''), [
        { name: 'Office', dn: 'CN=Office', server_set: ['PC-9'] },
      ]);
    }));

  it('are offered in two forms, and only what was chosen is shown', () =>
    withGroups(async ({ context, user }) => {
      const offered: unknown[] = [];
      const languages: unknown[] = [];
      let format: string | undefined;
      const dialogs = {
        ...user.dialogs,
        pick: async (title: string, choices: readonly object[]) => {
          offered.push(title, ...choices);
          return format;
        },
      };
      const newText = {
        ...context.newText,
        show: async (_text: string, language: string) => void languages.push(language),
      };
      for (format of [undefined, 'csv', 'json'])
        await exportGroups({ ...context, dialogs, newText }, [rows[0]]);
      assert.deepEqual(offered.slice(0, 3), [
        'Export Groups to Editor',
        { value: 'csv', label: 'CSV', description: 'one line for each device' },
        { value: 'json', label: 'JSON', description: 'names, DNs and host names' },
      ]);
      assert.deepEqual(languages, ['plaintext', 'json']);
    }));

  it('are asked for under the title of each command', () =>
    withGroups(async ({ context, user }) => {
      await exportGroups(context, []);
      await compareGroups(context, []);
      await createJobForGroups(context, []);
      assert.deepEqual(
        user.messages.map(({ text }) => text),
        ['Export Groups to Editor', 'Compare Two Groups', 'Create Job for Group'],
      );
    }));

  it('include the groups of selected devices', () =>
    withGroups(async ({ context, user }) => {
      user.pick = () => 'json';
      const device = (name: string) => ({ ...rows[0], kind: 'device', deviceKey: `${name}\n\n\n` });
      await exportGroups(context, [device('PC-9'), [device('PC-9'), device('PC-10')]]);
      await exportGroups(context, [device('PC-9'), []]);
      assert.deepEqual(
        user.shown.map(text => JSON.parse(text)),
        [['PC-10', 'PC-9'], ['PC-9']].map(server_set => [{ name: 'Office', dn: 'CN=Office', server_set }]),
      );
    }));

  it('must be exactly two to be compared', () =>
    withGroups(async ({ context, user }) => {
      await compareGroups(context, [rows[0], [...rows, rows[0]]]);
      await compareGroups(context, [groupRow(99)]);
      assert.deepEqual([user.of('info').length, user.shown], [2, []]);
    }));

  it('are compared with their names in alphabetical order', () =>
    withGroups(async given => {
      await compareGroups(given.context, [rows[0], rows]);
      assert.deepEqual(given.user.shown, ['Office ↔ Lab', 'Office\nCN=Office\n\nPC-9\nPC-10\n', 'Lab\n\n\n']);
      await compareGroups(given.context, [rows[0]]);
      assert.deepEqual(given.user.of('info'), ['Select two groups to compare them.']);
    }));

  it('become the targets of a new job', () =>
    withGroups(async ({ context, opened }) => {
      await createJobForGroups(context, [rows[0], rows]);
      const name = 'Job for “Office” and “Lab”';
      assert.deepEqual(opened, [['job', name, { ...emptyJobDraft, name, groups: [7, 8] }]]);
    }));
});
