import * as z from 'zod';
import { groupPlanOf } from '../groups/groupPlan.ts';
import { noteShortTimers } from './pauses.ts';
import { Round, startServers } from './round.ts';
import { shrink } from './shrink.ts';
import { type Plan, planOf, stepText } from './steps.ts';

const OrderSchema = z.object({
  seed: z.number(),
  rounds: z.number(),
  about: z.enum(['jobs', 'groups']).optional(),
});

/** Every fifth round, unless the order says otherwise. */
function isAboutGroups(seed: number, { about }: Pick<z.infer<typeof OrderSchema>, 'about'>): boolean {
  return about === undefined ? seed % 5 === 4 : about === 'groups';
}

function fewestSteps(plan: Plan, started: Awaited<ReturnType<typeof startServers>>): Promise<Plan['steps']> {
  return shrink(plan.steps, async fewer => (await new Round(started, plan).run(fewer)) !== undefined);
}

/** Runs rounds one after the other and prints a line for each failing one. */
export async function runRounds(order: unknown): Promise<void> {
  const { seed: first, rounds, ...options } = OrderSchema.parse(order);
  noteShortTimers();
  const started = await startServers();
  for (let seed = first; seed < first + rounds; seed++) {
    const plan = isAboutGroups(seed, options) ? groupPlanOf(seed) : planOf(seed);
    const problem = await new Round(started, plan).run(plan.steps);
    if (problem === undefined) continue;
    const steps = await fewestSteps(plan, started);
    const shortest = (await new Round(started, plan).run(steps)) ?? problem;
    const overwrites = plan.overwritesOnDisk;
    process.stdout.write(
      `${JSON.stringify({ seed, problem, shortest, overwrites, steps: steps.map(stepText) })}\n`,
    );
  }
  process.stdout.write('done\n');
  process.exit(0);
}
