/** A question in plain words, the tool that a model should choose, and the words by which it can. */
interface ToolQuestion {
  readonly question: string;
  readonly tool: string;
  readonly subject: readonly string[];
}

const asked: Readonly<Record<string, readonly (readonly [question: string, ...subject: string[]])[]>> = {
  find_jobs: [
    ['Which jobs failed?', 'jobs', 'failed'],
    ['How many jobs are running right now?', 'counts', 'running'],
    ['Which jobs apply policy 3?', 'jobs', 'policy'],
    ['I created the job “Backup”. Why is it missing?', 'job', 'missing'],
  ],
  read_job: [
    ['When does job 12 run next, and on how many devices?', 'one job', 'next runs', 'devices'],
    ['Why did “Nightly update” not run last night?', 'why', 'did it not run'],
  ],
  find_groups_and_devices: [
    ['Which devices are offline?', 'devices', 'offline'],
    ['In which groups is PC-042?', 'device', 'groups'],
    ['Which devices are in the group Accounting?', 'group', 'devices'],
  ],
  list_runs: [
    ['What runs tonight, and does anything clash?', 'will run', 'clash'],
    ['How did the runs of last week end?', 'seen', 'ended'],
  ],
  convert_schedule: [
    ['What does RRULE:FREQ=MONTHLY;BYDAY=-1FR mean?', 'rrule', 'means'],
    ['Write me a schedule for every Friday at 04:00.', 'schedule', 'builds'],
  ],
  check_server: [
    ['Is the server reachable?', 'server', 'reachable'],
    ['What is set up wrong?', 'setup', 'wrong'],
  ],
  change_jobs_and_groups: [
    ['Rename the group Office to Front Desk.', 'rename', 'group'],
    ['Run job 12 now.', 'run a job now'],
    ['Undo that.', 'undo'],
  ],
  stop_jobs: [['Stop whatever is running on PC-042.', 'stops', 'executing now']],
  delete_jobs_and_groups: [['Delete the jobs whose schedule has ended.', 'deletes', 'jobs']],
};

export const questions: readonly ToolQuestion[] = Object.entries(asked).flatMap(([tool, all]) =>
  all.map(([question, ...subject]) => ({ question, tool, subject })),
);
