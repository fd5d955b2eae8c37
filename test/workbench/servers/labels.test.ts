import assert from 'node:assert/strict';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { withSettings } from './support/userSettings.ts';

const { Labels, usesOfIds } = await import('../../../src/workbench/servers/labels.ts');

const key = 'deviceAutomation.labels';

function withLabels(
  setting: unknown,
  use: (
    given: Parameters<Parameters<typeof withSettings>[1]>[0] & {
      labels: InstanceType<typeof Labels>;
      changes: () => number;
    },
  ) => Promise<void>,
) {
  return withSettings(setting === undefined ? {} : { [key]: setting }, async given => {
    const labels = new Labels(given.memory);
    let changes = 0;
    labels.onDidChange(() => {
      changes += 1;
    });
    await use({ ...given, labels, changes: () => changes }).finally(() => labels.dispose());
  });
}

describe('a user’s names for IDs', () => {
  const names = {
    plant: {
      policies: { 7: ' Baseline ', 8: ' ', x: 'no ID', '1234567890123456': 'too long' },
      more: 1,
    },
    broken: { policies: { 7: 5 } },
  };

  it('are those in the setting, trimmed, or else the IDs', () =>
    withLabels(names, async ({ labels }) => {
      assert.deepEqual(
        [7, 8, 9].map(id => labels.get('plant', 'policies', id)),
        ['Baseline', undefined, undefined],
      );
      assert.deepEqual(
        [7, 8].map(id => labels.text('plant', 'policies', id)),
        ['Baseline', '#8'],
      );
      assert.equal(labels.get('plant', 'reports', 7), undefined);
      assert.equal(labels.get('broken', 'policies', 7), undefined, 'what cannot be read names nothing');
      assert.deepEqual(labels.ids('plant', 'policies'), [7, 8]);
      assert.deepEqual([labels.ids('plant', 'reports'), labels.ids('gone', 'policies')], [[], []]);
    }));

  it('are written next to the others, cut to a length that a row can show, and removed by an empty text', () =>
    withLabels(names, async ({ labels, setting, changes, memory }) => {
      await labels.set('plant', 'policies', 9, `  ${'x'.repeat(300)}`);
      assert.equal(labels.get('plant', 'policies', 9), 'x'.repeat(200));
      await labels.set('plant', 'policies', 9, ' ');
      await labels.set('plant', 'reports', 9, '');
      assert.deepEqual(setting(key), names);
      await labels.set('office', 'reports', 1, 'Monthly');
      assert.deepEqual(setting(key), { ...names, office: { reports: { 1: 'Monthly' } } });
      assert.deepEqual([changes(), memory.aside()], [3, []]);
    }));

  for (const [what, setting] of [
    ['the setting', 'text'],
    ['what it has for the server', { plant: { policies: 5 } }],
  ] as const)
    it(`set ${what} aside before they replace it`, () =>
      withLabels(setting, async ({ labels, memory, unread }) => {
        await labels.set('plant', 'policies', 7, 'Baseline');
        assert.equal(labels.get('plant', 'policies', 7), 'Baseline');
        assert.deepEqual(
          memory.aside().map(({ key: name, value }) => [name, value]),
          [[key, setting]],
        );
        assert.deepEqual(
          unread.map(({ meaning }) => meaning()),
          [
            'The setting with your names for IDs was invalid. It now contains only the names that you enter from now on.',
          ],
        );
      }));
});

describe('the IDs to choose from', () => {
  it('are those of loaded jobs and those with a label, each with its number of jobs', () =>
    withMemoryServer(async ({ memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'A', policies: [7, 8] });
      memoryServer.jobs.set(2, { name: 'B', policies: [8], reports: [1] });
      await session.jobs.refresh();
      const uses = usesOfIds(session, { ids: () => [9, 7] }, 'policies');
      assert.deepEqual(
        [...uses],
        [
          [9, 0],
          [7, 1],
          [8, 2],
        ],
      );
    }));
});
