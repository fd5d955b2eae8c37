/** Rounds of saves in a process of their own: `{ seed, rounds, atMostMs }` as JSON; a failing round ends it. */
import { virtualTime } from './virtualTime.ts';

virtualTime.install();
const { runRounds } = await import('./rounds.ts');
await runRounds(JSON.parse(process.argv[2] ?? '{}'));
