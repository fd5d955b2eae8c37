import type { JobRecord, Phase } from '../records.ts';
import { makeJobName } from './names.ts';
import type { Random } from './random.ts';
import { type ScheduleWriter, unparsableSchedule } from './scheduleText.ts';

interface JobSeeding {
  readonly random: Random;
  readonly schedules: ScheduleWriter;
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
  /** The total number of jobs. */
  readonly size: number;
  readonly now: number;
}

/** The job whose schedule cannot be parsed. */
const unparsableId = 7;

/** Shared by all jobs with empty lists, which matters with 100,000 jobs. */
const none: readonly never[] = [];

export function seedJob(id: number, seeding: JobSeeding): JobRecord {
  const { random } = seeding;
  const name = makeJobName(random, seeding.size);
  const phase = restingPhase(random);
  return {
    id,
    name,
    params: id === unparsableId ? unparsableSchedule : seeding.schedules.write(rhythmOf(name)),
    enabled: random.chance(0.8),
    run_on_start: random.chance(0.1),
    ...seedTargets(seeding),
    ...seedWork(name, seeding),
    notify: random.chance(0.5),
    retry: random.pick(retryPlans),
    createdAtMs: seeding.now - random.between(1, 700) * 86_400_000,
    updatedAtMs: seeding.now,
    phase,
    runs: phase === 'never' ? 0 : random.between(1, 40),
  };
}

const retryPlans: [unknown, ...unknown[]] = [
  null,
  { attempts: 2, delay: { minutes: 15 } },
  { attempts: 5, delay: { minutes: 1 } },
];

function seedTargets({ random, deviceIds, groupIds }: JobSeeding) {
  const groups = random.chance(0.5) ? random.sample(groupIds, random.between(1, 2)) : none;
  const needsPeers = groups.length === 0 || random.chance(0.3);
  return {
    groups,
    peers: needsPeers ? random.sample(deviceIds, random.between(1, 5)) : none,
    dynamic_groups: random.chance(0.15) ? [random.between(1, 5)] : none,
  };
}

/** A job named after a report creates one; all others apply policies. */
function seedWork(name: string, { random }: JobSeeding) {
  const hasReports = /report|отчёт/i.test(name) || random.chance(0.1);
  return {
    policies: !hasReports || random.chance(0.2) ? random.sample(policyIds, random.between(1, 3)) : none,
    reports: hasReports ? [random.between(1, 9)] : none,
    report_formats: hasReports ? random.sample(formats, random.between(1, 2)) : none,
  };
}

const policyIds = [1, 2, 3, 4, 5, 7, 11, 12];
const formats = ['pdf', 'xlsx', 'csv', 'html'];

function rhythmOf(name: string): 'weekly' | 'monthly' | 'any' {
  if (/weekly|еженедельно/.test(name)) return 'weekly';
  return /monthly/.test(name) ? 'monthly' : 'any';
}

/** The result of the last run, before the runner starts any jobs. */
function restingPhase(random: Random): Phase {
  return random.pick(['finished', 'finished', 'finished', 'finished', 'failed', 'stopped', 'never']);
}
