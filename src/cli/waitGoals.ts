import type { StatusKind } from '../api/model/jobStatus.ts';

/** What `wait` can wait for. The help shows it without loading the command. */
export const waitGoals = [
  'ended',
  'idle',
  'queued',
  'running',
  'succeeded',
  'failed',
  'stopped',
] as const satisfies readonly (StatusKind | 'ended')[];
