import * as z from 'zod';
import { groupPlanOf } from '../groups/groupPlan.ts';
import { noteShortTimers } from './pauses.ts';
import { Round, startServers } from './round.ts';
import { shrink } from './shrink.ts';
import { type Plan, planOf, stepText } from './steps.ts';

const OrderSchema = z.object({
  seed: z.number(),
  rounds: z.number(),
  stopsAtFirst: z.boolean(),
  without: z.array(z.string()).optional(),
  theme: z.string().optional(),
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
  const { seed: first, rounds, stopsAtFirst, ...options } = OrderSchema.parse(order);
  noteShortTimers();
  const started = await startServers();
  for (let seed = first; seed < first + rounds; seed++) {
    const plan = isAboutGroups(seed, options) ? groupPlanOf(seed) : planOf(seed, options);
    const problem = await new Round(started, plan).run(plan.steps);
    if (problem === undefined) continue;
    // A run that stops at the first failure only needs to know whether there is one: finding the fewest steps takes
    // seconds.
    const steps = stopsAtFirst ? plan.steps : await fewestSteps(plan, started);
    const shortest = stopsAtFirst ? problem : ((await new Round(started, plan).run(steps)) ?? problem);
    const overwrites = plan.overwritesOnDisk;
    process.stdout.write(
      `${JSON.stringify({ seed, problem, shortest, overwrites, steps: steps.map(stepText) })}\n`,
    );
    if (stopsAtFirst) break;
  }
  process.stdout.write('done\n');
  process.exit(0);
}
