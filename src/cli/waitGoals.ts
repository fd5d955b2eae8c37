import type { StatusKind } from '../api/model/jobStatus.ts';

/** What `wait` can wait for. The help shows it without loading the command. */
export const waitGoals = [
  'ended',
  'queued',
  'running',
  'succeeded',
  'failed',
  'stopped',
  'idle',
] as const satisfies readonly (StatusKind | 'ended')[];
