import type { Job } from '../../../../src/api/model/job.ts';

/** An enabled job without targets. */
export function jobOf(fields: Partial<Job>): Job {
  return {
    id: 1,
    name: 'Backup',
    params: '',
    enabled: true,
    run_on_start: false,
    groups: [],
    dynamic_groups: [],
    peers: [],
    policies: [7],
    reports: [],
    report_formats: [],
    extra: {},
    ...fields,
  };
}
