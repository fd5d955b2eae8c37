import assert from 'node:assert/strict';
import {
  type GroupsNode,
  type JobsNode,
  nodeId,
  type ServersNode,
} from '../../../src/workbench/trees/nodes.ts';
import { Rows } from '../../../src/workbench/trees/rows.ts';

const serverId = 'plant';
const ofJob = { serverId, jobId: 7 };
const nodes: readonly (JobsNode | GroupsNode | ServersNode)[] = [
  { ...ofJob, kind: 'job' },
  { ...ofJob, kind: 'job', section: 'status/failed' },
  { ...ofJob, kind: 'job', serverId: 'office' },
  { ...ofJob, kind: 'jobPart', part: 'targets' },
  { ...ofJob, kind: 'target', target: { kind: 'group', groupId: 7 } },
  { ...ofJob, kind: 'target', target: { kind: 'dynamicGroup', groupId: 7 } },
  { ...ofJob, kind: 'target', target: { kind: 'policy', id: 7 } },
  { ...ofJob, kind: 'target', target: { kind: 'report', id: 7 } },
  { ...ofJob, kind: 'target', target: { kind: 'device', deviceKey: '7' } },
  { kind: 'section', serverId, grouping: 'status', key: 'failed' },
  { kind: 'section', serverId, grouping: 'schedule', key: 'failed' },
  { kind: 'unreadable', serverId, list: 'jobs', index: 7 },
  { kind: 'unreadable', serverId, list: 'groups', index: 7 },
  { kind: 'readStatuses', serverId },
  { kind: 'showMore', serverId, of: 'plant/root' },
  { kind: 'group', serverId, groupKey: '7' },
  { kind: 'device', serverId, groupKey: '7', deviceKey: '7' },
  { kind: 'server', serverId },
  { kind: 'unusableServers' },
  { kind: 'workspaceServers' },
];
const root = { serverId, id: 'root' };
const job = (jobId: number): JobsNode => ({ kind: 'job', serverId, jobId });

describe('the rows of trees', () => {
  it('have unique IDs', () => {
    assert.equal(new Set(nodes.map(nodeId)).size, nodes.length);
  });

  it('are the same object as long as they represent the same item', () => {
    const rows = new Rows<JobsNode>();
    const first = rows.keep(job(1));
    assert.equal(rows.keep(job(1)), first);
    assert.equal(rows.get(nodeId(job(1))), first);
  });

  it('are dropped with their item', () => {
    const rows = new Rows<JobsNode>();
    const first = rows.keep(job(1));
    rows.keep(job(2));
    rows.prune(node => node !== first);
    assert.deepEqual([rows.get(nodeId(job(1))), rows.get(nodeId(job(2)))], [undefined, job(2)]);
  });
});

describe('rows below a node with many children', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => index);
  const setup = () => {
    const rows = new Rows<JobsNode>();
    const list = () => rows.list(root, ids, job);
    return { rows, list, shown: () => list().filter(({ kind }) => kind === 'job').length };
  };

  it('are 200 at first, followed by the number of the others', () => {
    const { rows, list } = setup();
    const listed = list();
    assert.deepEqual([listed.length, listed.at(-1)], [201, { kind: 'showMore', serverId, of: 'root' }]);
    assert.equal(rows.hiddenOf('root'), 9_800);
  });

  it('are all shown after six requests for more, however many thousands there are', () => {
    const { rows, shown } = setup();
    const counts = [1, 2, 3, 4, 5, 6].map(() => {
      rows.raiseLimit('root');
      return shown();
    });
    assert.deepEqual(counts, [400, 800, 1_600, 3_200, 6_400, 10_000]);
  });

  it('are 200 again when other children come first', () => {
    const { rows, shown } = setup();
    rows.raiseLimit('root');
    rows.resetLimits();
    assert.equal(shown(), 200);
  });
});
