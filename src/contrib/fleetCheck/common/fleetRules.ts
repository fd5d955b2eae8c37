import {
  type Device,
  deviceLabel,
  deviceNameKey,
  deviceWriteName,
  unwritableDevices,
} from '../../../api/model/device.ts';
import type { Group } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import { dateAndTime } from '../../../base/clockFormat.ts';
import { displayText } from '../../../base/displayText.ts';
import { formatInteger, type Localizer } from '../../../base/localizer.ts';
import { keysOf } from '../../../base/tables.ts';
import { asSentence } from '../../../recurrence/describe/scheduleOutlook.ts';
import { scheduleWarningText } from '../../../recurrence/describe/scheduleWarning.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { problemText } from '../../../recurrence/text/recurrenceProblem.ts';
import { momentWords } from '../../changeJobs/common/momentText.ts';
import { lengthText } from '../../history/common/runTexts.ts';
import { activePause, overdueJobs } from '../../pause/common/pausePlan.ts';
import { pausedText } from '../../pause/common/pauseTexts.ts';
import {
  type CheckedFleet,
  type FleetFix,
  type Found,
  knownIn,
  type Need,
  type Severity,
} from './checkedFleet.ts';
import { type FleetFacts, jobNameKey } from './fleetFacts.ts';

/** `false`: nothing is wrong; `undefined`: something about this object is unknown, so it was not judged. */
type Verdict = Found | false | undefined;

export interface FleetRule {
  /** Of its findings, unless the user's settings say otherwise. */
  readonly severity: Severity | 'off';
  /** Why this is worth a look. */
  readonly why: string;
  /** The field that is marked in a document. */
  readonly field: string;
  readonly needs?: readonly Need[];
  /** Whether it also judges disabled jobs. */
  readonly isOfDisabled?: true;
  /** Documents mark the same in their text while they are open. */
  readonly isOfDocument?: true;
  readonly job?: (job: Job, facts: FleetFacts) => Verdict;
  readonly group?: (group: Group, facts: FleetFacts) => Verdict;
}

const disable: FleetFix = { kind: 'enable', enabled: false };
const namesAtMost = 5;
/** A run counts as longer than usual from this multiple on, and from this much more. */
const [longerBy, longerByMs] = [3, 2 * minuteMs];

/** All rules, in the order of docs/fleet-check.md. */
const fleetRules = {
  'no-target': {
    severity: 'warning',
    why: 'An enabled job without devices, groups and dynamic groups runs on nothing.',
    field: 'peers',
    job: ({ peers, groups, dynamic_groups: dynamicGroups }, { fleet: { localizer } }) =>
      peers.length + groups.length + dynamicGroups.length === 0 && {
        text: localizer.t('The job has no targets, so it runs on nothing.'),
        fix: disable,
      },
  },
  'no-work': {
    severity: 'error',
    why: 'A job without policies and reports does nothing, and the server rejects such a job when it is created.',
    field: 'policies',
    isOfDisabled: true,
    isOfDocument: true,
    job: ({ policies, reports }, { fleet: { localizer } }) =>
      policies.length + reports.length === 0 && {
        text: localizer.t('The job has neither policies nor reports.'),
      },
  },
  'report-without-format': {
    severity: 'error',
    why: 'Reports are created in the formats of the job. Without any, there is nothing to create.',
    field: 'report_formats',
    isOfDisabled: true,
    isOfDocument: true,
    job: ({ reports, report_formats: formats }, { fleet: { localizer } }) =>
      reports.length > 0 &&
      formats.length === 0 && {
        text: localizer.t('The job has reports, but no report format.'),
        fix: { kind: 'chooseFormats' },
      },
  },
  'format-without-report': {
    severity: 'information',
    why: 'Report formats have no effect without a report. The report may have been removed by mistake.',
    field: 'report_formats',
    isOfDisabled: true,
    job: ({ reports, report_formats: formats }, { fleet: { localizer } }) =>
      reports.length === 0 &&
      formats.length > 0 && {
        text: localizer.t('The job has report formats, but no report.'),
        fix: { kind: 'remove', field: 'report_formats', items: [...formats] },
      },
  },
  'no-trigger': {
    severity: 'information',
    why: 'An enabled job that has no schedule and does not run when a device is switched on never starts by itself.',
    field: 'params',
    job: ({ params, run_on_start: runsOnStart }, { fleet: { localizer } }) =>
      params.trim() === '' &&
      runsOnStart !== true && {
        text: localizer.t(
          'Nothing starts the job: it has no schedule and does not run when a device is switched on.',
        ),
      },
  },
  unreadable: {
    severity: 'error',
    why: 'A schedule that does not follow RFC 5545 may never run, or at other times than expected.',
    field: 'params',
    isOfDisabled: true,
    isOfDocument: true,
    job: (job, facts) => {
      const { localizer } = facts.fleet;
      const schedule = facts.scheduleOf(job);
      if (schedule.kind !== 'unreadable') return false;
      const problem = schedule.problem === undefined ? '' : problemText(schedule.problem, localizer);
      return { text: localizer.t('The schedule cannot be read: {problem}', { problem }) };
    },
  },
  'never-runs': {
    severity: 'error',
    why: 'The rule of the schedule matches no date, for example February 30.',
    field: 'params',
    job: (job, facts) =>
      judgeSchedule(job, facts, 'never') && { text: facts.fleet.localizer.t('This schedule never runs.') },
  },
  ended: {
    severity: 'warning',
    why: 'All runs of the schedule are past. An enabled job suggests that it still runs.',
    field: 'params',
    job: (job, facts) =>
      job.run_on_start !== true &&
      judgeSchedule(job, facts, 'ended') && {
        text: facts.fleet.localizer.t('This schedule has ended: it will not run again.'),
        fix: disable,
      },
  },
  'clock-change': {
    severity: 'warning',
    why: 'When the clocks change, an hour is skipped and another one repeated. A run in it may be left out, or run twice.',
    field: 'params',
    needs: ['zone'],
    job: (job, facts) => {
      const schedule = facts.scheduleOf(job);
      if (schedule.kind !== 'runs') return schedule.kind === 'unknown' ? undefined : false;
      if (schedule.open === 'start') return undefined;
      const { localizer, readerZone } = facts.fleet;
      const { clockChange } = schedule;
      return clockChange !== undefined && { text: scheduleWarningText(clockChange, localizer, readerZone) };
    },
  },
  'overlaps-itself': {
    severity: 'warning',
    why: 'If a job takes longer than the time to its next run, runs wait for each other or are left out.',
    field: 'params',
    needs: ['runs'],
    job: (job, facts) => {
      const { runs, localizer } = facts.fleet;
      const schedule = facts.scheduleOf(job);
      const typicalMs = runs?.typicalMs(job.id);
      if (typicalMs === undefined) return undefined;
      if (schedule.kind !== 'runs' || schedule.shortestMs >= typicalMs) return false;
      const words = {
        interval: lengthText(schedule.shortestMs, localizer),
        typical: lengthText(typicalMs, localizer),
      };
      return { text: localizer.t('The job runs every {interval}, but typically takes {typical}.', words) };
    },
  },
  'missing-group': {
    severity: 'error',
    why: 'The job targets a group that the server does not list. It was probably deleted, and its devices are missed.',
    field: 'groups',
    needs: ['groups', 'groupIds'],
    isOfDisabled: true,
    job: ({ groups }, { fleet: { targets, localizer } }) => {
      const missing = groups.filter(id => targets.group(id) === undefined);
      const words = {
        ids: missing
          .slice(0, namesAtMost)
          .map(id => `#${id}`)
          .join(', '),
      };
      return (
        missing.length > 0 && {
          text: localizer.plural(
            'The job targets {count} group that does not exist: {ids}.|The job targets {count} groups that do not exist: {ids}.',
            missing.length,
            words,
          ),
        }
      );
    },
  },
  'empty-group': {
    severity: 'warning',
    why: 'A group without devices adds nothing to the targets of the job. If the job targets nothing else, it runs on nothing.',
    field: 'groups',
    needs: ['targets'],
    job: (job, facts) => {
      if (job.groups.length === 0) return false;
      const { lists, groups, isWhole } = facts.listsOf(job);
      const empty = groups.filter(group => group.server_set.length === 0);
      if (empty.length === 0) return isWhole || groups.length === job.groups.length ? false : undefined;
      const isAll = isWhole && lists.every(list => list.length === 0);
      const { localizer } = facts.fleet;
      const names = namesText(empty, ({ name }) => name, localizer);
      return {
        text: localizer.plural(
          'The job targets {count} empty group: {names}.|The job targets {count} empty groups: {names}.',
          empty.length,
          { names },
        ),
        ...(isAll ? {} : { severity: 'information' }),
      };
    },
  },
  'device-twice': {
    severity: 'information',
    why: 'A device that is named although a group contains it stays a target when it leaves the group.',
    field: 'peers',
    needs: ['targets'],
    isOfDisabled: true,
    job: (job, facts) => {
      if (job.peers.length === 0) return false;
      const own = facts.fleet.targets.numbers.distinct(job.peers);
      const inGroups = facts.deviceSetsOf(job);
      const isGrouped = (number: number) => inGroups.some(group => group.has(number));
      const isRepeated = (number: number, index: number) => own.indexOf(number) < index;
      if (!hasAny(own, inGroups) && !own.some(isRepeated)) return false;
      const grouped = job.peers.filter((_, index) => isGrouped(own[index] ?? -1));
      const repeated = job.peers.filter((_, index) => isRepeated(own[index] ?? -1, index));
      const found = [...new Set([...grouped, ...repeated])];
      const items = grouped.map(deviceWriteName).filter(name => name !== undefined);
      const { localizer } = facts.fleet;
      return {
        text: localizer.plural(
          'The job targets {count} device twice: {names}.|The job targets {count} devices twice: {names}.',
          found.length,
          { names: namesText(found, deviceLabel, localizer) },
        ),
        ...(items.length === 0 ? {} : { fix: { kind: 'remove', field: 'peers', items } }),
      };
    },
  },
  'all-offline': {
    severity: 'warning',
    why: 'For at least a day, no device of the job was connected at any check, so its runs reach nothing.',
    field: 'peers',
    needs: ['targets', 'looks'],
    job: (job, facts) => {
      const { looks, localizer } = facts.fleet;
      const isOffline = facts.isOffline(job);
      if (isOffline !== true) return isOffline;
      const sinceMs = looks?.memory.sinceMs(job.id);
      if (sinceMs === undefined) return undefined;
      const since = dateAndTime(sinceMs, localizer.language);
      return {
        text: localizer.t('All devices of the job have been offline since {since} or earlier.', { since }),
      };
    },
  },
  'ambiguous-device': {
    severity: 'warning',
    why: 'Requests name devices by host name. If two devices have the same one, a change may apply to the other.',
    field: 'peers',
    needs: ['devices', 'targets'],
    isOfDisabled: true,
    job: ({ peers }, facts) => judgeNames(peers, facts),
    group: ({ server_set: devices }, facts) => judgeNames(devices, facts),
  },
  'unwritable-device': {
    severity: 'warning',
    why: 'Requests name devices by host name or address. A device without both is lost when its list is changed.',
    field: 'peers',
    needs: ['devices', 'targets'],
    isOfDisabled: true,
    job: ({ peers }, facts) => judgeNameless(peers, facts),
    group: ({ server_set: devices }, facts) => judgeNameless(devices, facts),
  },
  'same-name': {
    severity: 'warning',
    why: 'Jobs whose names differ at most in case and spaces are easily confused, also by scripts and files.',
    field: 'name',
    isOfDisabled: true,
    job: (job, { namesakes, fleet }) => {
      const { localizer } = fleet;
      const others = (namesakes.get(jobNameKey(job)) ?? []).filter(other => other !== job);
      const [related] = others;
      return (
        related !== undefined && {
          text: localizer.plural(
            '{count} other job has the same name: {other}.|{count} other jobs have the same name, for example {other}.',
            others.length,
            { other: labelOf(related, fleet) },
          ),
          related,
        }
      );
    },
  },
  'same-job': {
    severity: 'information',
    why: 'Two enabled jobs with the same work, targets and schedule do everything twice.',
    field: 'name',
    job: (job, { twins, fleet }) =>
      judgeRelated(twins.get(job), fleet, words =>
        fleet.localizer.t('“{name}” ({other}) has the same work, targets and schedule.', words),
      ),
  },
  'always-clashes': {
    severity: 'information',
    why: 'In the hour of each of the next ten runs, another job with a common device runs as well, so they always compete for it.',
    field: 'params',
    needs: ['targets'],
    job: (job, { clashes, fleet }) =>
      judgeRelated(clashes.get(job), fleet, words =>
        fleet.localizer.t(
          'Each of the next ten runs is in the same hour as one of “{name}” ({other}), and both have a common device.',
          words,
        ),
      ),
  },
  'wide-reach': {
    severity: 'off',
    why: 'The job runs on more than 100 devices, and on ten times as many as is usual for its policies.',
    field: 'groups',
    needs: ['jobs', 'groups'],
    job: (job, { reach, medianReach, fleet: { localizer } }) => {
      const devices = reach.get(job) ?? 0;
      const medians = job.policies.map(policy => medianReach.get(policy) ?? devices);
      const usual = Math.max(...medians, 0);
      if (devices <= 100 || medians.length === 0 || devices <= 10 * usual) return false;
      const words = {
        devices: formatInteger(devices, localizer.language),
        usual: formatInteger(usual, localizer.language),
      };
      return {
        text: localizer.t(
          'The job runs on {devices} devices; half of the jobs with its policies run on {usual} at most.',
          words,
        ),
      };
    },
  },
  'fails-repeatedly': {
    severity: 'warning',
    why: 'The last three runs that were seen failed, so the next one will probably fail, too.',
    field: 'policies',
    needs: ['runs'],
    job: ({ id }, { fleet: { runs, localizer } }) => {
      const last = runs?.lastResults(id).slice(0, 3) ?? [];
      if (last.length < 3) return undefined;
      return (
        last.every(kind => kind === 'failed') && {
          text: localizer.t('The last three runs that were seen failed.'),
        }
      );
    },
  },
  'not-seen': {
    severity: 'warning',
    why: 'Planned runs that did not happen, although the status was read often enough to see them.',
    field: 'params',
    needs: ['runs'],
    job: ({ id }, { fleet: { runs, localizer } }) => {
      const { judged, notSeen } = runs?.verdicts(id) ?? { judged: 0, notSeen: 0 };
      if (judged < 2) return undefined;
      const words = { judged };
      return (
        notSeen >= 2 && {
          text: localizer.plural(
            '{count} of the last {judged} planned runs was not seen.|{count} of the last {judged} planned runs were not seen.',
            notSeen,
            words,
          ),
        }
      );
    },
  },
  'longer-than-usual': {
    severity: 'information',
    why: 'A run that takes three times as long as is typical for the job may be stuck.',
    field: 'policies',
    needs: ['runs'],
    job: ({ id }, { fleet: { runs, localizer } }) => {
      const [elapsedMs, typicalMs] = [runs?.executingMs(id), runs?.typicalMs(id)];
      if (elapsedMs === undefined) return false;
      if (typicalMs === undefined) return undefined;
      if (elapsedMs < longerBy * typicalMs || elapsedMs < typicalMs + longerByMs) return false;
      const words = {
        elapsed: lengthText(elapsedMs, localizer),
        typical: lengthText(typicalMs, localizer),
      };
      return { text: localizer.t('Executing for at least {elapsed}, typically {typical}.', words) };
    },
  },
  paused: {
    severity: 'warning',
    why: 'A paused job does not run. One that was disabled for a pause does not run again by itself.',
    field: 'params',
    isOfDisabled: true,
    job: (job, { fleet }) => {
      const { localizer, nowMs, pauses = new Map(), outlook, readerZone } = fleet;
      const facts = { reading: outlook.reading, nowMs, pauses };
      const words = momentWords(readerZone, nowMs, localizer);
      if (overdueJobs([job], facts).length > 0)
        return {
          text: localizer.t('The job was disabled for a pause that is over.'),
          fix: { kind: 'enable', enabled: true },
        };
      const active = activePause(job, facts);
      return active !== undefined && { text: asSentence(pausedText(active, words)), severity: 'information' };
    },
  },
  'unused-suppression': {
    severity: 'information',
    why: 'A suppression that suppresses nothing hides the finding if it ever comes back.',
    field: 'name',
    isOfDisabled: true,
  },
} as const satisfies Readonly<Record<string, FleetRule>>;

export type RuleId = keyof typeof fleetRules;

export const ruleIds: readonly RuleId[] = keysOf(fleetRules);
export const ruleRows: Readonly<Record<RuleId, FleetRule>> = fleetRules;

/** Whether a rule can judge something there. */
export function judgesIn(place: keyof typeof knownIn, rule: RuleId): boolean {
  const known: readonly Need[] = knownIn[place];
  const { needs = [], job, group } = ruleRows[rule];
  // Only files and VS Code have suppressions.
  if (job === undefined && group === undefined) return place === 'VS Code' || place === 'lint FOLDER';
  return needs.every(need => known.includes(need));
}

export function ruleWhy(rule: RuleId, { t }: Localizer): string {
  return t(fleetRules[rule].why);
}

function hasAny(numbers: Int32Array, sets: readonly ReadonlySet<number>[]): boolean {
  for (const set of sets) for (const number of numbers) if (set.has(number)) return true;
  return false;
}

/** `undefined` if the budget was too small to say. */
function judgeSchedule(job: Job, facts: FleetFacts, kind: 'never' | 'ended'): boolean | undefined {
  const schedule = facts.scheduleOf(job);
  return schedule.kind === 'unknown' ? undefined : schedule.kind === kind;
}

function judgeNames(
  devices: readonly Device[],
  { ambiguousNames, fleet: { localizer } }: FleetFacts,
): Verdict {
  if (ambiguousNames.size === 0) return false;
  const found = devices.filter(device => ambiguousNames.has(deviceNameKey(deviceWriteName(device) ?? '')));
  return (
    found.length > 0 && {
      text: localizer.t('Several devices on the server have the same name: {names}.', {
        names: namesText(found, deviceLabel, localizer),
      }),
    }
  );
}

function judgeNameless(devices: readonly Device[], { fleet: { localizer } }: FleetFacts): Verdict {
  const { length } = unwritableDevices(devices);
  return (
    length > 0 && {
      text: localizer.plural(
        '{count} device has neither a host name nor an address.|{count} devices have neither a host name nor an address.',
        length,
      ),
    }
  );
}

/** Without `Intl.ListFormat`, whose first use takes longer than a slice. */
function namesText<T>(
  items: readonly T[],
  nameOfItem: (item: T) => string,
  { t, language }: Localizer,
): string {
  const names = items
    .slice(0, namesAtMost)
    .map(item => t('“{name}”', { name: displayText(nameOfItem(item), 80) }));
  const hidden = items.length - names.length;
  return hidden === 0 ? names.join(', ') : `${names.join(', ')}, +${formatInteger(hidden, language)}`;
}

function labelOf(job: Job, fleet: CheckedFleet): string {
  return fleet.labelOf?.(job) ?? `#${job.id}`;
}

/** The text names the other job, if there is one. */
function judgeRelated(
  related: Job | undefined,
  fleet: CheckedFleet,
  textOf: (words: { readonly name: string; readonly other: string }) => string,
) {
  if (related === undefined) return false;
  return { text: textOf({ name: displayText(related.name, 80), other: labelOf(related, fleet) }), related };
}
