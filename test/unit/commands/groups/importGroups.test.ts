import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { importGroups } = await import('../../../../src/commands/groups/importGroups.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const table = 'Group;Host name\nOffice;PC-1\nOffice;PC-9\nNew;PC-3\nLab;PC-2\n';

const withTable = (mode: 'add' | 'replace', use: (given: Given) => Promise<void>) =>
  withPlant(async given => {
    const set = (id: number, name: string, ...hosts: string[]) =>
      given.plant.groups.set(id, { name, dn: name, server_set: hosts.map(hostname => ({ hostname })) });
    set(7, 'Office', 'PC-1', 'PC-5');
    set(8, 'Lab', 'PC-2');
    given.person.clipboard = table;
    given.person.pick = () => mode;
    await use(given);
  });

describe('groups from a table', () => {
  it('are shown with what each would become, and nothing is written when that is cancelled', () =>
    withTable('replace', async given => {
      const lines: string[] = [];
      given.person.review = ({ choices }) => {
        for (const { label, description = '', detail = '', isFixed } of choices)
          lines.push(`${isFixed ? '-' : '+'} ${label}: ${description} ${detail}`.trim());
        return undefined;
      };
      await importGroups(given.context);
      assert.deepEqual(lines, [
        '+ Office: change: 1 added, 1 removed Added: “PC-9” · Removed: “PC-5”',
        '+ New: create with 1 device “PC-3”',
        '- Lab: nothing to change',
      ]);
      assert.match(given.person.shown[0] ?? '', /Line 3: PC-9 is not in any known group or job\./);
      assert.deepEqual(given.plant.writes, []);
    }));

  it('are created and changed as far as they stay ticked, after one question', () =>
    withTable('add', async given => {
      given.person.review = () => ['Office', 'New'];
      await importGroups(given.context);
      assert.match(
        given.person.of('confirm')[0] ?? '',
        /^Create and change groups on “Plant”\?\n1 group to create, 1 group to change/,
      );
      assert.deepEqual(given.plant.writes.map(line => line.replace(/"id":\d+,/, '')).sort(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-1","PC-5","PC-9"]}',
        'POST /account/api/group/ {"name":"New","server_set":["PC-3"]}',
      ]);
      assert.deepEqual(given.person.of('info').toSorted(), [
        'Created on “Plant”: “New”.',
        '“Office” on “Plant”: 1 device added.',
      ]);
    }));

  for (const [title, isChanged] of [
    ['that are created are deleted again on “Undo”, after a question', false],
    ['that were changed since they were created are named and kept', true],
  ] as const)
    it(title, () =>
      withTable('add', async given => {
        const { plant, person } = given;
        person.review = () => ['New'];
        person.press = actions => {
          if (isChanged) plant.groups.set(101, { name: 'New', dn: '', server_set: [{ hostname: 'PC-4' }] });
          return actions.find(action => action === 'Undo' && plant.writes.length === 1);
        };
        await importGroups(given.context);
        assert.equal(person.of('confirm')[1], 'Delete the 1 group that was just created on “Plant”?\n“New”');
        assert.deepEqual(plant.writes.slice(1), isChanged ? [] : ['DELETE /account/api/group/101/']);
        assert.equal(plant.groups.has(101), isChanged);
        assert.deepEqual(person.of('error'), isChanged ? ['SkippedError: changedSinceCreated'] : []);
      }),
    );

  it('say what a table looks like where there is none', () =>
    withTable('add', async given => {
      given.person.clipboard = '\n';
      await importGroups(given.context);
      assert.match(given.person.of('info')[0] ?? '', /^There is no table\./);
    }));
});
