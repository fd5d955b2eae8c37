import assert from 'node:assert/strict';
import { withMemoryServer } from '../support/memoryServer.ts';

const { listChangeText, listsText, membersText } = await import(
  '../../../../src/workbench/commands/runs/memberTexts.ts'
);

type Naming = Parameters<typeof membersText>[2];

/** A server with group 7, and labels for policies and other IDs. */
const withNaming = (use: (naming: Naming) => void) =>
  withMemoryServer(async ({ memoryServer, session }) => {
    memoryServer.groups.set(7, { name: 'Lab', server_set: [] });
    await session.groups.whole();
    const labels = { text: (server: string, field: string, id: number) => `${server} ${field} ${id}` };
    use({ session, labels });
  });

describe('the text of list members', () => {
  it('names IDs by their labels', () =>
    withNaming(naming => assert.equal(membersText('policies', [7], naming), 'plant policies 7')));

  it('shows IDs for unknown groups, and host names for devices', () =>
    withNaming(naming => {
      assert.equal(membersText('groups', [7, 8], naming), 'Lab, #8');
      assert.equal(membersText('peers', ['PC-1', 'PC-2'], naming), 'PC-1, PC-2');
    }));

  it('names at most twenty, and counts the rest', () =>
    withNaming(naming => {
      const ids = Array.from({ length: 22 }, (_, index) => 100 + index);
      assert.match(membersText('groups', ids, naming), /^#100, .*, #119, 2 more$/);
    }));
});

describe('the text of a list change', () => {
  it('shows additions and removals', () =>
    withNaming(naming => {
      assert.equal(
        listChangeText(
          'groups',
          [
            [7, 8],
            [8, 9],
          ],
          naming,
        ),
        '+ #9, − Lab',
      );
    }));

  it('names each list when there are several, even one that did not exist before', () =>
    withNaming(naming => {
      const edit = { before: { groups: [7] }, after: { groups: [], peers: ['PC-1'] } };
      assert.equal(listsText(edit, naming), 'Static groups: − Lab, Devices: + PC-1');
    }));
});
