import * as z from 'zod';
import { runProgram } from '../childProgram.ts';
import { buildProgram, type WindowProgram } from '../windowProgram.ts';

const FailureSchema = z.object({
  seed: z.number(),
  problem: z.string(),
  shortest: z.string(),
  overwrites: z.boolean(),
  steps: z.array(z.string()),
});

/** A failed round, with as few of its steps as reproduce the failure. */
export type SaveFailure = z.infer<typeof FailureSchema>;

export interface SaveOrder {
  readonly seed: number;
  readonly rounds: number;
  /** The kind of objects in the rounds; both by default. */
  readonly about?: 'jobs' | 'groups';
}

/** Builds the extension and its rounds of saves as a program. */
export function buildSaveProgram(): Promise<WindowProgram> {
  return buildProgram('saves/program.ts', 'saves/vscode.ts');
}

/** Runs the rounds in a separate process; resolves with the failed ones. */
export async function runSaves(program: string, order: SaveOrder): Promise<readonly SaveFailure[]> {
  const { code, output, problems } = await runProgram(program, order);
  const lines = output.split('\n').filter(line => line !== '');
  if (code !== 0 || lines.pop() !== 'done')
    throw new Error(`the rounds from seed ${order.seed} on ended with ${String(code)}: ${problems}`);
  return lines.map(line => FailureSchema.parse(JSON.parse(line)));
}

export function failureText({ seed, problem, shortest, overwrites, steps }: SaveFailure): string {
  const setting = overwrites ? ['files.saveConflictResolution is overwriteFileOnDisk'] : [];
  return [`seed ${seed}: ${problem}`, ...setting, ...steps, shortest].join('\n  ');
}
