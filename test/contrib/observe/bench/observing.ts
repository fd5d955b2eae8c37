import { History } from '../../../../src/contrib/history/common/history.ts';
import type { BenchRow, Scale } from '../../../bench/benchRow.ts';
import { observedFleet } from '../support/observedFleet.ts';
import { createObserver } from '../support/observerSetup.ts';

const hourMs = 3_600_000;
const requestsPerMinute = 150;

/** How much of what really ran `device-automation observe` sees in a simulated day. */
export async function run(scale: Scale): Promise<BenchRow[]> {
  return [...(await seenRuns(scale, 1_000, 95)), ...(await seenRuns(scale, 10_000, 90))];
}

async function seenRuns(scale: Scale, count: number, least: number): Promise<BenchRow[]> {
  const fleet = observedFleet(scale.size(count));
  const { clock, api, runner } = fleet;
  const history = new History({ extraWords: () => new Map() });
  let ended = 0;
  const observer = createObserver(
    { clock, api, history },
    {
      requestsPerMinute,
      onNews: (_, { kind }) => {
        if (kind === 'ended') ended++;
      },
    },
  );
  observer.start();
  await fleet.pass(scale.size(24) * hourMs);
  const runs = runner.log.runs.filter(({ result }) => result !== undefined).length;
  const stopped = observer.stop();
  await fleet.pass(100);
  await stopped;
  const name = `runs seen of ${count.toLocaleString('en')} jobs in a simulated day, ${requestsPerMinute} requests a minute`;
  const value = runs === 0 ? 100 : (100 * ended) / runs;
  return [{ name, value, unit: '%', goal: `≥ ${least} %`, ok: value >= least }];
}
