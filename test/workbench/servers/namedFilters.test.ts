import assert from 'node:assert/strict';
import { withSettings } from './support/userSettings.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
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
});
