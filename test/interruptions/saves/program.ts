/** Runs rounds of saves in a separate process: `{ seed, rounds, atMostMs }` as JSON; it stops at a failing round. */
import { virtualTime } from './virtualTime.ts';

virtualTime.install();
const { runRounds } = await import('./rounds.ts');
await runRounds(JSON.parse(process.argv[2] ?? '{}'));
