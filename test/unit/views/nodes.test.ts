import assert from 'node:assert/strict';
import {
  type GroupsNode,
  type JobsNode,
  type JobTarget,
  nodeId,
  type ServersNode,
} from '../../../src/views/nodes.ts';
import { Rows } from '../../../src/views/rows.ts';

const serverId = 'plant';
const targets: readonly JobTarget[] = [
  { kind: 'group', groupId: 7 },
  { kind: 'dynamicGroup', groupId: 7 },
  { kind: 'policy', id: 7 },
  { kind: 'report', id: 7 },
  { kind: 'device', deviceKey: '7' },
];
const nodes: readonly (JobsNode | GroupsNode | ServersNode)[] = [
  { kind: 'job', serverId, jobId: 7 },
  { kind: 'job', serverId, jobId: 7, section: 'status/failed' },
  { kind: 'job', serverId: 'office', jobId: 7 },
  { kind: 'jobPart', serverId, jobId: 7, part: 'targets' },
  { kind: 'jobPart', serverId, jobId: 7, part: 'schedule' },
  ...targets.map(target => ({ kind: 'target', serverId, jobId: 7, target }) as const),
  { kind: 'section', serverId, grouping: 'status', key: 'failed' },
  { kind: 'section', serverId, grouping: 'schedule', key: 'failed' },
  { kind: 'unreadable', serverId, list: 'jobs', index: 7 },
  { kind: 'unreadable', serverId, list: 'groups', index: 7 },
  { kind: 'loadMore', serverId },
  { kind: 'loadAll', serverId },
  { kind: 'readStatuses', serverId },
  { kind: 'showMore', serverId, of: 'plant/root', hidden: 5 },
  { kind: 'group', serverId, groupKey: '7' },
  { kind: 'device', serverId, groupKey: '7', deviceKey: '7' },
  { kind: 'server', serverId },
  { kind: 'unusableServers' },
];

describe('the rows of trees', () => {
  it('have unique and stable IDs', () => {
    assert.equal(new Set(nodes.map(nodeId)).size, nodes.length);
    for (const node of nodes) assert.match(nodeId(node), /^(?!.*undefined).+$/);
    assert.deepEqual(structuredClone(nodes).map(nodeId), nodes.map(nodeId));
  });

  it('are the same object as long as they represent the same item', () => {
    const rows = new Rows<JobsNode>();
    const job = (jobId: number): JobsNode => ({ kind: 'job', serverId, jobId });
    const first = rows.keep(job(1));
    assert.equal(rows.keep(job(1)), first);
    assert.equal(rows.get(nodeId(job(1))), first);
    rows.keep(job(2));
    rows.prune(node => node !== first);
    assert.deepEqual([rows.get(nodeId(job(1))), rows.get(nodeId(job(2)))], [undefined, job(2)]);
    rows.raiseLimit('root');
    rows.clear();
    assert.deepEqual(
      [rows.get(nodeId(job(2))), rows.cut('root', Array(300).fill(0)).hidden],
      [undefined, 100],
    );
  });

  it('change with their number when they show how many more there are', () => {
    const rows = new Rows<JobsNode>();
    const more = (hidden: number): JobsNode => ({ kind: 'showMore', serverId, of: 'root', hidden });
    const first = rows.keep(more(5));
    assert.equal(rows.keep(more(5)), first);
    assert.deepEqual(rows.keep(more(6)), more(6));
  });

  it('are shown once each, with one row for the rest', () => {
    const rows = new Rows<GroupsNode>();
    const devices = Array.from(
      { length: 201 },
      (_, index): GroupsNode => ({
        kind: 'device',
        serverId,
        groupKey: 'Lab',
        deviceKey: String(index),
      }),
    );
    const more = (of: string, hidden: number): GroupsNode => ({ kind: 'showMore', serverId, of, hidden });
    const [first] = devices;
    assert.ok(first !== undefined);
    assert.deepEqual(rows.limit('Lab', [first, first], more), [first]);
    const shown = rows.limit('Lab', devices, more);
    assert.deepEqual([shown.length, shown.at(-1)], [201, more('Lab', 1)]);
  });
});
