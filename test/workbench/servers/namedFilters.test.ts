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

  it('of a workspace stay, and the user is told where they are', () =>
    withMemoryServer(({ context, user: person }) =>
      withSettings({ [key]: [] }, async () => {
        const filters = new NamedFilters();
        const jobsView = { ...context.jobsView, removeFilter: filters.remove.bind(filters) };
        await deleteRows({ ...context, jobsView }, [{ kind: 'namedFilter', serverId: 'plant', name: 'Lab' }]);
        assert.deepEqual(person.of('info'), [
          'The workspace adds the filter “Lab”. To delete it, change deviceAutomation.filters in its settings.',
        ]);
        filters.dispose();
      }),
    ));
});
