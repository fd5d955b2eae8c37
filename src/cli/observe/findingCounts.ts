import type { Severity } from '../../fleetCheck/checkedFleet.ts';
import { FleetChecker, usualChoices } from '../../fleetCheck/fleetChecker.ts';
import { type RuleId, ruleRows } from '../../fleetCheck/fleetRules.ts';
import { fleetOfLists } from '../../fleetCheck/fleetSources.ts';
import { HistoryKnowledge } from '../../fleetCheck/runKnowledge.ts';
import type { History } from '../../history/history.ts';
import type { Job } from '../../model/job.ts';
import { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import { localTimeZone } from '../../recurrence/text/timeZone.ts';
import type { Localizer } from '../../util/localizer.ts';
import { responseSlices } from '../../util/slices.ts';

export interface FindingCount {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly count: number;
}

const readerZone = localTimeZone();

/** How many findings the fleet check has. Groups are not read, so the rules that need them do not judge. */
export class FindingCounts {
  readonly #checker = new FleetChecker();
  readonly #knowledge: HistoryKnowledge;
  readonly #outlook: ScheduleOutlook;
  readonly #localizer: Localizer;
  #counts: readonly FindingCount[] = [];

  constructor(history: History, serverZone: string | undefined, localizer: Localizer) {
    this.#knowledge = new HistoryKnowledge(history);
    this.#localizer = localizer;
    this.#outlook = new ScheduleOutlook({ serverZone, readerZone, localizer });
  }

  /** Of the last check. */
  get counts(): readonly FindingCount[] {
    return this.#counts;
  }

  async check(jobs: readonly Job[], nowMs: number): Promise<void> {
    const [outlook, localizer] = [this.#outlook, this.#localizer];
    const runs = this.#knowledge.at(nowMs, outlook);
    const others = { areJobsWhole: true, areGroupsWhole: false, outlook, readerZone, localizer, nowMs, runs };
    const fleet = fleetOfLists({ jobs, groups: [] }, others);
    const { findings, rules } = await this.#checker.check(fleet, usualChoices, responseSlices());
    const counts = new Map<string, FindingCount>();
    const add = (rule: RuleId, severity: Severity, by: number) => {
      const key = `${rule} ${severity}`;
      counts.set(key, { rule, severity, count: (counts.get(key)?.count ?? 0) + by });
    };
    for (const { rule, lacks } of rules) {
      const { severity } = ruleRows[rule];
      if (lacks.length === 0 && severity !== 'off') add(rule, severity, 0);
    }
    for (const { rule, severity } of findings) add(rule, severity, 1);
    this.#counts = [...counts.values()];
  }
}
