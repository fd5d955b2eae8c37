import assert from 'node:assert/strict';
import { withPlant } from './support/plant.ts';

const copying = await import('../../../src/commands/copy.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** The lines that are copied, from a server with two jobs and two groups. */
async function copied(
  copy: (context: Given['context'], args: readonly unknown[]) => Promise<void>,
  args: readonly unknown[],
  prepare: (given: Given) => void = () => undefined,
): Promise<{ readonly lines: readonly string[]; readonly notices: readonly string[] }> {
  const lines: string[] = [];
  let notices: readonly string[] = [];
  await withPlant(async given => {
    const { plant, context, person } = given;
    plant.jobs.set(1, { name: 'One', peers: [{ hostname: 'pc-1' }], groups: [7] });
    plant.jobs.set(2, { name: 'Two', peers: [{ hostname: 'pc-1' }, { addr: '10.0.0.2' }] });
    plant.groups.set(7, { name: 'Lab', server_set: [{ hostname: 'pc-7' }, { hostname: 'pc-1' }] });
    plant.groups.set(8, { name: 'Empty', server_set: [] });
    prepare(given);
    const writeText = async (text: string) => void lines.push(...text.split('\n'));
    await copy({ ...context, clipboard: { ...context.clipboard, writeText } }, args);
    notices = person.of('info');
  });
  return { lines, notices };
}

const group = (name: string) => ({ kind: 'group', serverId: 'plant', groupKey: name });

describe('copying', () => {
  it('takes the IDs and names of the given jobs', async () => {
    assert.deepEqual((await copied(copying.copyJobIds, [{ ids: [2, 1] }])).lines, ['2', '1']);
    assert.deepEqual((await copied(copying.copyJobNames, [{ ids: [1, 2] }])).lines, ['One', 'Two']);
  });

  it('takes the host names of single devices and of the devices in target groups, each once', async () => {
    const { lines, notices } = await copied(copying.copyJobHostNames, [{ ids: [1, 2] }]);
    assert.deepEqual(lines, ['pc-1', 'pc-7', '10.0.0.2']);
    assert.deepEqual(notices, ['Copied 3 lines.']);
  });

  it('reports no count for a single line', async () => {
    assert.deepEqual(await copied(copying.copyJobNames, [1]), { lines: ['One'], notices: [] });
  });

  it('takes names, IDs and host names of a group', async () => {
    assert.deepEqual((await copied(copying.copyGroupNames, [7])).lines, ['Lab']);
    assert.deepEqual((await copied(copying.copyGroupIds, [7])).lines, ['7']);
    assert.deepEqual((await copied(copying.copyGroupHostNames, [7])).lines, ['pc-7', 'pc-1']);
  });

  it('leaves the clipboard alone when there is nothing to copy', async () => {
    const nothing = { lines: [], notices: ['Nothing to copy.'] };
    assert.deepEqual(await copied(copying.copyGroupHostNames, [8]), nothing);
    assert.deepEqual(await copied(copying.copyDeviceNames, [group('Lab')]), nothing);
  });

  it('asks nothing and copies nothing for jobs of an unknown server', async () => {
    const { lines } = await copied(copying.copyJobNames, [{ ids: [1], server: 'elsewhere' }]);
    assert.deepEqual(lines, []);
  });
});
