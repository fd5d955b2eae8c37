import assert from 'node:assert/strict';
import type { RunPlan } from '../../../../src/journal/runRecord.ts';
import type { withPlant } from './plant.ts';

const { InterruptedRuns } = await import('../../../../src/commands/runs/interruptedRuns.ts');
const { RunJournal } = await import('../../../../src/journal/runJournal.ts');
const { systemClock } = await import('../../../../src/util/clock.ts');

export type Given = Parameters<Parameters<typeof withPlant>[0]>[0];
type Left = Pick<RunPlan, 'act' | 'items'> & { readonly url?: string };

/** Leaves the journal of a window that closed when the first item was done and the others had not been sent. */
export async function leave(
  { folder }: Given,
  { act, items, url = 'https://plant.example' }: Left,
): Promise<void> {
  const onFailure = (error: unknown) => assert.fail(String(error));
  const journal = new RunJournal({ folder, clock: systemClock, onFailure, pid: 4_000_000 });
  const run = await journal.begin({ act, items, server: { id: 'plant', name: 'Plant', url } });
  await run.sent(0, items[0]?.draft);
  run.settled(0, 'done');
  await journal.release();
  await run.end();
}

/**
 * Reports interrupted runs; resolves with the commands that were run for the remaining items, once `isOver` is true.
 */
export async function report(given: Given, isOver: () => Promise<boolean>): Promise<readonly string[]> {
  const commands: string[] = [];
  const runCommand = async (id: string, ...args: readonly unknown[]) =>
    void commands.push(`${id} ${JSON.stringify(args)}`);
  const runs = new InterruptedRuns({ ...given.context, runCommand }, systemClock);
  await runs.check();
  while (!(await isOver())) await new Promise(setImmediate);
  runs.dispose();
  return commands;
}
