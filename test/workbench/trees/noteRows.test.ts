import assert from 'node:assert/strict';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';
import '../../support/vscode/vscodeInNode.ts';
import { rowText } from './support/rowTexts.ts';

const { noteRow } = await import('../../../src/workbench/trees/noteRows.ts');

describe('a row that is not an object', () => {
  it('runs the command of its label', () => {
    const node = { kind: 'showMore', serverId: 'plant', of: 'plant/group/Lab' } as const;
    const item = noteRow(node, { session: partialOf<ServerSession>({}), rows: { hiddenOf: () => 12 } });
    assert.equal(rowText(item), '12 more… |  | ellipsis | showMore');
    const command = { command: 'deviceAutomation.row.showMore', title: '12 more…', arguments: [node] };
    assert.deepEqual(item.command, command);
  });
});

describe('the row of an entry that cannot be read', () => {
  const node = { kind: 'unreadable', serverId: 'plant', list: 'jobs', index: 0 } as const;
  const row = (unreadable: ServerSession['jobs']['unreadable']) =>
    noteRow(node, {
      session: partialOf<ServerSession>({ jobs: partialOf<ServerSession['jobs']>({ unreadable }) }),
      rows: { hiddenOf: () => 0 },
    });
  const icon = 'warning list.warningForeground';

  it('says which entry it is and what is wrong, and shows its raw JSON', () => {
    const problem = { code: 'notANumber', path: 'load' } as const;
    const item = row([{ index: 4, raw: { id: 7, name: 'Nightly', load: null }, problem }]);
    assert.match(rowText(item), /^Unreadable entry \| #7 “Nightly”: load: the value is not a number/);
    assert.equal(rowText(row([{ index: 4, raw: {} }])), `Unreadable entry | Entry 5 | ${icon} | unreadable`);
    assert.equal(item.command?.command, 'deviceAutomation.row.showRaw');
  });

  it('shows only a number for many of them', () => {
    const item = row([{ index: 0, raw: {}, more: 40 }]);
    assert.equal(rowText(item), `40 more unreadable entries |  | ${icon} | `);
    assert.equal(item.command, undefined);
  });
});
