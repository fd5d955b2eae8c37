import assert from 'node:assert/strict';
import type { JobTarget } from '../../../src/workbench/trees/nodes.ts';
import { device, job } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';
import { rowSource } from './support/rowSource.ts';
import { rowText } from './support/rowTexts.ts';

const { targetRow } = await import('../../../src/workbench/trees/targetRow.ts');

describe('the row of a job’s target', () => {
  const of = job(7, { peers: [device(2)] });

  for (const [target, expected] of [
    [{ kind: 'dynamicGroup', groupId: 4 }, '#4 | dynamic group | symbol-variable | dynamicGroup'],
    [{ kind: 'policy', id: 1 }, 'Updates | policy #1 | law | policy'],
    [{ kind: 'report', id: 9 }, '#9 | report | graph | report'],
    [{ kind: 'device', deviceKey: '#2' }, 'PC-2 | online | vm-active testing.iconPassed | device'],
    [{ kind: 'device', deviceKey: '#8' }, '? |  |  | '],
  ] as const satisfies readonly (readonly [JobTarget, string])[])
    it(`is “${expected}”`, () =>
      withMemoryServer(async given =>
        assert.equal(rowText(targetRow(target, of, rowSource(given))), expected),
      ));

  it('shows the name of a static group once it has been read', () =>
    withMemoryServer(async given => {
      const text = () => rowText(targetRow({ kind: 'group', groupId: 3 }, of, rowSource(given)));
      assert.equal(text(), '#3 | group | organization | group');
      given.memoryServer.groups.set(3, { name: 'Lab', dn: 'CN=Lab', server_set: [] });
      await given.session.groups.refresh();
      assert.equal(text(), 'Lab | group | organization | group');
    }));
});
