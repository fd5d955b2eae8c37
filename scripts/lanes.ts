import type { MochaCounts } from './mochaCounts.ts';
import { UIWorker } from './uiFiles.ts';

/** Tests in VS Code that run as one unit. */
export interface LaneTask {
  readonly stage: string;
  readonly run: (worker: UIWorker) => Promise<MochaCounts>;
  /** Runs the whole task again; set when failed files cannot be run separately. */
  readonly again?: () => Promise<MochaCounts>;
}

export interface LaneResult {
  readonly task: LaneTask;
  readonly counts: MochaCounts;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Runs the tasks in as many lanes as there are start promises; a lane that finishes a task takes the next. */
export async function runLanes(
  tasks: readonly LaneTask[],
  beginnings: readonly Promise<unknown>[],
): Promise<readonly LaneResult[]> {
  const rest = tasks.values();
  const lanes = beginnings.map(async begin => {
    await begin;
    return runLane(rest);
  });
  return (await Promise.all(lanes)).flat();
}

async function runLane(rest: Iterable<LaneTask>): Promise<LaneResult[]> {
  const worker = new UIWorker();
  const results: LaneResult[] = [];
  try {
    for (const task of rest) {
      const startedMs = Date.now();
      results.push({ task, counts: await task.run(worker), startedMs, endedMs: Date.now() });
    }
    return results;
  } finally {
    await worker.end();
  }
}
