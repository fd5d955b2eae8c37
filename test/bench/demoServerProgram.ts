import process from 'node:process';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { parseCommandLine } from '../demo/cliOptions.ts';
import { startDemoServer } from '../demo/server.ts';

/** Node's timers may fire this late, because they count whole milliseconds. */
const timerErrorMs = 2;

/**
 * The system clock, but exact: a server that responds after 21.3 ms instead of 20 would distort the measurement of the
 * client. The last part of each wait polls the clock, on its own core.
 */
const exactClock: Clock = {
  ...systemClock,
  schedule(delayMs, callback) {
    const dueMs = performance.now() + delayMs;
    let isOff = false;
    const look = () => {
      if (isOff) return;
      if (performance.now() >= dueMs) callback();
      else setImmediate(look);
    };
    const timer = setTimeout(look, Math.max(0, delayMs - timerErrorMs));
    return {
      dispose: () => {
        isOff = true;
        clearTimeout(timer);
      },
    };
  },
};

const options = parseCommandLine(process.argv.slice(2));
if (options === 'help') throw new Error('no options of the bench');
const server = await startDemoServer({ ...options, clock: exactClock });
process.stdout.write(`Demo server  ${server.url}\nToken        ${server.token}\n`);
process.once('SIGTERM', () => void server.close());
