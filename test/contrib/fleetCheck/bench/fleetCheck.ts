import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { type BenchRow, limitRow, type Scale } from '../../../bench/benchRow.ts';
import { bundled } from '../../../bench/bundle.ts';
import { projectDirectory } from '../../../support/projectFiles.ts';

const jobs = 10_000;
const nowMs = Date.UTC(2026, 10, 20, 12);

const MeasuredSchema = z.object({
  setUpMs: z.number(),
  allMs: z.number(),
  againMs: z.number(),
  longestSliceMs: z.number(),
});

/** The check of a fleet, each time in a process of its own, because no code has been compiled before the first check. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  const count = scale.size(jobs);
  const file = await bundled(join(projectDirectory, 'test/contrib/fleetCheck/bench/fleetCheckProcess.ts'));
  const measured: z.infer<typeof MeasuredSchema>[] = [];
  for (let round = 0; round < scale.rounds(5); round++) {
    const args = ['--expose-gc', file, String(count), String(count), String(nowMs)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectDirectory });
    measured.push(MeasuredSchema.parse(JSON.parse(stdout)));
  }
  // Other load on the machine only makes them worse.
  const least = (pick: (one: z.infer<typeof MeasuredSchema>) => number) => Math.min(...measured.map(pick));
  const name = 'fleet check of 10,000 jobs, each with its own schedule';
  return [
    limitRow(
      `${name}: set-up and target rules, first time`,
      'ms',
      least(one => one.setUpMs),
      100,
    ),
    limitRow(
      `${name}: all rules, first time`,
      'ms',
      least(one => one.allMs),
      1_000,
    ),
    limitRow(
      `${name}: all rules, again`,
      'ms',
      least(one => one.againMs),
      200,
    ),
    limitRow(
      'longest slice of these checks',
      'ms',
      least(one => one.longestSliceMs),
      16,
    ),
  ];
}
