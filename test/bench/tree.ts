import type { JobsNode } from '../../src/workbench/trees/nodes.ts';
import { RedrawQueue } from '../../src/workbench/trees/redrawQueue.ts';
import { Rows } from '../../src/workbench/trees/rows.ts';
import { createManualClock } from '../support/manualClock.ts';
import { type BenchRow, limitRow, type Scale } from './benchRow.ts';

/**
 * The number of updates that the tree sends to VS Code while a thousand statuses change every second, and of rows that
 * it returns.
 */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const clock = createManualClock(0);
  let events = 0;
  let wholes = 0;
  const queue = new RedrawQueue<JobsNode>(clock, nodes => {
    events += 1;
    if (nodes === undefined) wholes += 1;
  });
  const rows = new Rows<JobsNode>();
  const seconds = scale.size(60);
  for (let change = 0; change < seconds * 1_000; change++) {
    queue.add([rows.keep({ kind: 'job', serverId: 's', jobId: change % 200 })]);
    clock.advance(1);
  }
  const jobIds = Array.from({ length: 10_000 }, (_, index) => index);
  const shown = rows.list({ serverId: 's', id: 'root' }, jobIds, jobId => ({
    kind: 'job',
    serverId: 's',
    jobId,
  }));
  return [
    limitRow(
      'change events of the tree, 1,000 statuses changing a second',
      'events a second',
      events / seconds,
      10,
    ),
    limitRow('change events at the root of the tree', 'events', wholes, 0),
    limitRow('children below a node of 10,000', 'rows', shown.length - 1, 200),
  ];
}
