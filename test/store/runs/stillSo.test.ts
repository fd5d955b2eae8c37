import assert from 'node:assert/strict';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { Newcomers } = await import('../../../src/store/runs/stillSo.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const group = { name: 'Report', server_set: [] };
const known = { kind: 'group', id: undefined, name: 'Report', dn: '' } as const;
const sent = { name: ' Report ', server_set: [] };

describe('the look for objects that a decision did not know', () => {
  const cases: Readonly<
    Record<
      string,
      readonly [decisions: readonly (readonly (typeof known)[])[], stored: number, found: number]
    >
  > = {
    'none, if the known group is the only one': [[[known]], 1, 0],
    'a second group of a known name': [[[known]], 2, 1],
    'none, if both were known': [[[known, known]], 2, 0],
    'a third': [[[known, known]], 3, 1],
    'a second, if two decisions knew the same group': [[[known], [known]], 2, 1],
    'none, if one decision knew more than another': [[[known], [known, known]], 2, 0],
    'all, if none was known': [[], 2, 2],
  };
  for (const hidesIds of [true, false]) {
    for (const [what, [decisions, stored, found]] of Object.entries(cases)) {
      it(`finds ${what}: groups without a DN, ${hidesIds ? 'without' : 'with'} IDs`, () =>
        withMemoryServer(async ({ memoryServer, session }: Given) => {
          memoryServer.hidesIds = hidesIds;
          for (let id = 1; id <= stored; id += 1) memoryServer.groups.set(id, group);
          const newcomers = new Newcomers(session, decisions);
          assert.equal((await newcomers.find('group', sent)).length, found);
          newcomers.created(known);
          memoryServer.groups.set(50, group);
          assert.equal((await newcomers.find('group', sent)).length, found);
        }));
    }
  }
});
