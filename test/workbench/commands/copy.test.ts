import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';
import { deviceRow, groupRow } from './support/rows.ts';

const copying = await import('../../../src/workbench/commands/copy.ts');

/** The copied lines, from a server with two jobs and two groups. */
async function copied(
  copy: (context: Given['context'], args: readonly unknown[]) => Promise<void>,
  args: readonly unknown[],
  prepare: (given: Given) => void = () => undefined,
): Promise<{ readonly lines: readonly string[]; readonly notices: readonly string[] }> {
  const lines: string[] = [];
  let notices: readonly string[] = [];
  await withMemoryServer(async given => {
    const { memoryServer, context, user } = given;
    memoryServer.jobs.set(1, { name: 'One', peers: [{ hostname: 'pc-1' }], groups: [7] });
    memoryServer.jobs.set(2, { name: 'Two', peers: [{ hostname: 'pc-1' }, { addr: '10.0.0.2' }] });
    memoryServer.groups.set(7, { name: 'Lab', server_set: [{ hostname: 'pc-7' }, { hostname: 'pc-1' }] });
    memoryServer.groups.set(8, { name: 'Empty', server_set: [] });
    prepare(given);
    const writeText = async (text: string) => void lines.push(...text.split('\n'));
    await copy({ ...context, clipboard: { ...context.clipboard, writeText } }, args);
    notices = [...user.of('info'), ...user.of('warn')];
  });
  return { lines, notices };
}

describe('copying', () => {
  for (const [name, title, lines] of [
    ['copyJobIds', 'Copy Job IDs', ['1', '2']],
    ['copyJobNames', 'Copy Job Names', ['One', 'Two']],
    ['copyJobHostNames', 'Copy Job Host Names', ['pc-1', 'pc-7', '10.0.0.2']],
    ['copyGroupNames', 'Copy Group Names', ['Lab', 'Empty']],
    ['copyGroupHostNames', 'Copy Group Host Names', ['pc-7', 'pc-1']],
    ['copyGroupIds', 'Copy Group IDs', ['7', '8']],
  ] as const)
    it(`asks for the objects under “${title}” when none are given`, async () => {
      const chosen = await copied(copying[name], [], ({ user }) => {
        user.pickMany = (asked, values) => (asked === title ? values : undefined);
      });
      assert.deepEqual(chosen.lines, lines);
    });

  it('copies a name with line breaks as one line', async () => {
    const odd = ['PC\n1', 'PC\t2', 'a\r\nb', 'x\u2028y'];
    const { lines } = await copied(copying.copyGroupHostNames, [], ({ memoryServer, user }) => {
      user.pickMany = (_, values) => values;
      memoryServer.groups.set(7, { name: 'Lab', server_set: odd.map((hostname, id) => ({ id, hostname })) });
      memoryServer.jobs.set(1, { name: 'Two\nlines' });
    });
    assert.deepEqual(lines, ['PC␊1', 'PC␉2', 'a␍␊b', 'x␤y']);
    const names = await copied(copying.copyJobNames, [{ ids: [1] }], ({ memoryServer }) => {
      memoryServer.jobs.set(1, { name: 'Two\nlines' });
    });
    assert.deepEqual(names.lines, ['Two␊lines']);
  });

  it('copies the host names of single devices and of the devices in target groups, each once', async () => {
    const { lines, notices } = await copied(copying.copyJobHostNames, [{ ids: [1, 2] }]);
    assert.deepEqual(lines, ['pc-1', 'pc-7', '10.0.0.2']);
    assert.deepEqual(notices, ['Copied 3 lines.']);
  });

  it('names the target groups whose devices are unknown', async () => {
    const { lines, notices } = await copied(
      copying.copyJobHostNames,
      [{ ids: [1, 2] }],
      ({ memoryServer }) => {
        memoryServer.jobs.set(1, { name: 'One', groups: [7, 70] });
      },
    );
    assert.deepEqual(lines, ['pc-7', 'pc-1', '10.0.0.2']);
    assert.ok(
      notices.includes('The devices of 1 group are unknown and were not copied: #70.'),
      notices.join(),
    );
  });

  it('leaves the clipboard unchanged when there is nothing to copy', async () => {
    const nothing = { lines: [], notices: ['Nothing to copy.'] };
    assert.deepEqual(await copied(copying.copyGroupHostNames, [8]), nothing);
  });

  describe('device rows', () => {
    const rows = [deviceRow(7, '#41'), deviceRow(7, '#42'), deviceRow(7, '#43')];
    const prepare = ({ memoryServer }: Given) =>
      memoryServer.groups.set(7, {
        name: 'Lab',
        server_set: [{ id: 41, hostname: 'pc-41' }, { id: 42, addr: '10.0.0.42' }, { id: 43 }],
      });
    const loaded = async (args: readonly unknown[], focused: readonly unknown[] = []) => {
      const lines: string[] = [];
      await withMemoryServer(async given => {
        prepare(given);
        await given.session.groups.whole();
        Object.assign(given.context.groupsView.frame, { focusedRows: async () => focused });
        const writeText = async (text: string) => void lines.push(text);
        const clipboard = { ...given.context.clipboard, writeText };
        await copying.copyHostNames({ ...given.context, clipboard }, args);
        lines.push(...given.user.of('info'));
      });
      return lines;
    };

    it('copy the host names, or else the addresses, of the selected or clicked devices', async () => {
      assert.deepEqual(await loaded([rows[0], rows]), ['pc-41\n10.0.0.42', 'Copied 2 lines.']);
      assert.deepEqual(await loaded([rows[1]]), ['10.0.0.42']);
    });

    it('are copied with a keybinding, and those of a whole group for a group row', async () => {
      assert.deepEqual(await loaded(['focused'], [rows[0], groupRow(7)]), ['pc-41']);
      assert.deepEqual(await loaded(['focused'], [groupRow(7)]), ['pc-41\n10.0.0.42', 'Copied 2 lines.']);
    });
  });
});
