import type { Group } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import { localTimeZone } from '../../../recurrence/text/timeZone.ts';
import type { Severity } from '../../fleetCheck/common/checkedFleet.ts';
import { FleetChecker, type FleetChoices } from '../../fleetCheck/common/fleetChecker.ts';
import { type RuleId, ruleRows } from '../../fleetCheck/common/fleetRules.ts';
import { fleetOfLists } from '../../fleetCheck/common/fleetSources.ts';
import { OfflineLooks } from '../../fleetCheck/common/offlineLooks.ts';
import { HistoryKnowledge } from '../../fleetCheck/common/runKnowledge.ts';
import type { History } from '../../history/common/history.ts';

export interface FindingCount {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly count: number;
}

const readerZone = localTimeZone();

/** How many findings the fleet check has. */
export class FindingCounts {
  readonly #checker = new FleetChecker();
  readonly #knowledge: HistoryKnowledge;
  readonly #outlook: ScheduleOutlook;
  readonly #localizer: Localizer;
  readonly #choices: FleetChoices;
  /** The program runs all the time, so that one day is enough to say that devices are always offline. */
  readonly #offline = new OfflineLooks();
  #counts: readonly FindingCount[] = [];

  constructor(
    history: History,
    serverZone: string | undefined,
    { localizer, choices }: { readonly localizer: Localizer; readonly choices: FleetChoices },
  ) {
    this.#choices = choices;
    this.#knowledge = new HistoryKnowledge(history);
    this.#localizer = localizer;
    this.#outlook = new ScheduleOutlook({ serverZone, readerZone, localizer });
  }

  /** Of the last check. */
  get counts(): readonly FindingCount[] {
    return this.#counts;
  }

  /** Checks lists that were read whole; without groups, the rules that need them do not judge. */
  async check(
    {
      jobs,
      groups,
      asOfMs,
    }: {
      readonly jobs: readonly Job[];
      readonly groups: readonly Group[] | undefined;
      readonly asOfMs: number;
    },
    nowMs: number,
  ): Promise<void> {
    const [outlook, localizer] = [this.#outlook, this.#localizer];
    const runs = this.#knowledge.at(nowMs, outlook);
    const lists = { areJobsWhole: true, areGroupsWhole: groups !== undefined };
    const looks = { asOfMs, memory: this.#offline };
    const fleet = fleetOfLists(
      { jobs, groups: groups ?? [] },
      { ...lists, outlook, readerZone, localizer, nowMs, runs, looks },
    );
    const { findings, rules } = await this.#checker.check(fleet, this.#choices, responseSlices());
    const counts = new Map<string, FindingCount>();
    const add = (rule: RuleId, severity: Severity, by: number) => {
      const key = `${rule} ${severity}`;
      counts.set(key, { rule, severity, count: (counts.get(key)?.count ?? 0) + by });
    };
    for (const { rule, judged } of rules) {
      const severity = this.#choices.severities.get(rule) ?? ruleRows[rule].severity;
      // A rule that judged nothing has no series: 0 would say that everything is in order.
      if (judged > 0 && severity !== 'off') add(rule, severity, 0);
    }
    for (const { rule, severity } of findings) add(rule, severity, 1);
    this.#counts = [...counts.values()];
  }
}
