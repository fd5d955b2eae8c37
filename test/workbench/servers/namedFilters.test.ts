import assert from 'node:assert/strict';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { withSettings } from './support/userSettings.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { deleteRows } = await import('../../../src/workbench/commands/jobs/deleteFilter.ts');
const { NamedFilters } = await import('../../../src/workbench/servers/namedFilters.ts');

const key = 'deviceAutomation.filters';

describe('named filters', () => {
  it('are those of the user, then those that the workspace adds', () =>
    withSettings({ [key]: [{ name: 'Failed', filter: '@failed' }, 'odd'] }, async () => {
      user.workspaceSettings.set(key, [
        { name: 'Failed', filter: 'other' },
        { name: ' Lab ', filter: 'group Lab' },
        { name: '', filter: '@today' },
      ]);
      const filters = new NamedFilters();
      assert.deepEqual(filters.all, [
        { name: 'Failed', filter: '@failed' },
        { name: 'Lab', filter: 'group Lab' },
      ]);
      filters.dispose();
      user.workspaceSettings.clear();
    }));

  it('are saved in the user’s settings, where one of the same name is replaced and the rest stays', () =>
    withSettings({ [key]: ['odd', { name: 'Failed', filter: '@failed' }] }, async () => {
      const filters = new NamedFilters();
      await filters.save({ name: 'Failed', filter: '@failed since yesterday' });
      await filters.save({ name: 'Today', filter: '@today' });
      assert.deepEqual(user.settings.values.get(key), [
        'odd',
        { name: 'Failed', filter: '@failed since yesterday' },
        { name: 'Today', filter: '@today' },
      ]);
      filters.dispose();
    }));

  it('are deleted with their row and come back with Undo, in their place', () =>
    withMemoryServer(({ context, user: person }) =>
      withSettings({ [key]: [{ name: 'Failed', filter: '@failed' }, 'odd'] }, async () => {
        const filters = new NamedFilters();
        const jobsView = { ...context.jobsView, removeFilter: filters.remove.bind(filters) };
        const row = { kind: 'namedFilter', serverId: 'plant', name: 'Failed' };
        person.press = () => 'Undo';
        await deleteRows({ ...context, jobsView }, [row]);
        assert.deepEqual(user.settings.values.get(key), [{ name: 'Failed', filter: '@failed' }, 'odd']);
        person.press = () => undefined;
        await deleteRows({ ...context, jobsView }, [row]);
        assert.deepEqual(user.settings.values.get(key), ['odd']);
        assert.deepEqual(person.of('info'), Array(2).fill('The filter “Failed” was deleted.'));
        filters.dispose();
      }),
    ));

  it('and jobs are told apart by their rows, which a key asks VS Code for once', () =>
    withMemoryServer(({ context, memoryServer, session }) =>
      withSettings({ [key]: [{ name: 'Failed', filter: '@failed' }] }, async () => {
        memoryServer.jobs.set(1, { name: 'Nightly' });
        await session.jobs.whole();
        const filters = new NamedFilters();
        const rows: unknown[] = [];
        let asked = 0;
        const focusedRows = async () => {
          asked += 1;
          return rows;
        };
        const jobsView = {
          ...context.jobsView,
          frame: { ...context.jobsView.frame, focusedRows },
          removeFilter: filters.remove.bind(filters),
        };
        const press = () => deleteRows({ ...context, jobsView }, ['focused']);
        rows.push({ kind: 'job', serverId: 'plant', jobId: 1 });
        await press();
        assert.deepEqual([memoryServer.jobs.size, filters.all.length, asked], [0, 1, 1]);
        rows.splice(0, 1, { kind: 'namedFilter', serverId: 'plant', name: 'Failed' });
        await press();
        assert.deepEqual([filters.all.length, asked], [0, 2]);
        filters.dispose();
      }),
    ));

  it('of a workspace stay, and the user is told where they are', () =>
    withMemoryServer(({ context, user: person }) =>
      withSettings({ [key]: [] }, async () => {
        const filters = new NamedFilters();
        const jobsView = { ...context.jobsView, removeFilter: filters.remove.bind(filters) };
        await deleteRows({ ...context, jobsView }, [{ kind: 'namedFilter', serverId: 'plant', name: 'Lab' }]);
        assert.deepEqual(user.settings.values.get(key), []);
        assert.deepEqual(person.of('info'), [
          'The workspace adds the filter “Lab”. To delete it, change deviceAutomation.filters in its settings.',
        ]);
        filters.dispose();
      }),
    ));
});
