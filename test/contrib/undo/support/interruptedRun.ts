import assert from 'node:assert/strict';
import type { RunPlan, RunStep } from '../../../../src/store/runs/runRecord.ts';
import type { Given } from '../../../workbench/commands/support/memoryServer.ts';

const { InterruptedRuns } = await import('../../../../src/contrib/undo/vscode/interruptedRuns.ts');
const { RunJournal } = await import('../../../../src/store/runs/runJournal.ts');

type Left = Omit<RunPlan, 'server'> & { readonly url?: string };

/**
 * Leaves the journal of a window that closed when its items had these outcomes; by default the first was done and the
 * others had not been sent.
 */
export async function leave(
  { folder }: Given,
  { url = 'https://plant.example', ...plan }: Left,
  outcomes: readonly (RunStep['is'] | 'notSent')[] = ['done'],
): Promise<void> {
  const journal = new RunJournal({ folder, onFailure: error => assert.fail(String(error)) });
  const run = await journal.begin({ ...plan, server: { id: 'plant', name: 'Plant', url } });
  for (const [index, is] of outcomes.entries()) {
    if (is === 'notSent') continue;
    await run.sent(index, plan.items[index]?.draft);
    if (is !== 'sent') run.settled(index, is);
  }
  await journal.release();
  await run.end();
}

/** Reports interrupted runs until `isOver` is true. */
export async function report({ context }: Given, isOver: () => boolean | Promise<boolean>): Promise<void> {
  await new InterruptedRuns(context, context.journal).check();
  while (!(await isOver())) await new Promise(setImmediate);
}
