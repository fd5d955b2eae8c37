import { type Group, groupKey } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import { type Slices, yieldToHost } from '../../../base/slices.ts';
import {
  type CheckedFleet,
  type FleetFix,
  type FleetObject,
  type Found,
  type Need,
  type Severity,
  severities,
} from './checkedFleet.ts';
import { FactGatherer, isEnabled } from './fleetFacts.ts';
import { type FleetRule, type RuleId, ruleIds, ruleRows } from './fleetRules.ts';
import { isOver, type Suppression, SuppressionBook, unusedText } from './suppressions.ts';

export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly object: FleetObject;
  readonly text: string;
  readonly related?: FleetObject | undefined;
  readonly fix?: FleetFix | undefined;
}

/** How many objects a rule judged, and what it lacked if it judged none. */
interface RuleResult {
  readonly rule: RuleId;
  readonly judged: number;
  readonly lacks: readonly Need[];
}

export interface FleetResult {
  /** The most severe first, then in the order of the lists. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly { readonly finding: Finding; readonly suppression: Suppression }[];
  /** The rules that are on, except the one about suppressions. */
  readonly rules: readonly RuleResult[];
  readonly jobs: number;
  readonly groups: number;
}

/** What the user chose instead of the usual severities, and what not to report. */
export interface FleetChoices {
  readonly severities: ReadonlyMap<RuleId, Severity | 'off'>;
  readonly suppressions: readonly Suppression[];
}

/** Of a user who chose nothing. */
export const usualChoices: FleetChoices = { severities: new Map(), suppressions: [] };

/** The findings that are at least this severe. */
export function atLeast(least: Severity, findings: readonly Finding[]): readonly Finding[] {
  const most = severities.indexOf(least);
  return findings.filter(({ severity }) => severities.indexOf(severity) <= most);
}

/** A rule that is on. All have the same members, which makes the loop over many jobs twice as fast. */
interface Judging {
  readonly rule: RuleId;
  readonly lacks: readonly Need[];
  readonly job: FleetRule['job'] | undefined;
  readonly group: FleetRule['group'] | undefined;
  readonly isOfDisabled: boolean;
  judged: number;
}

/** Judges a fleet by all rules, in slices. What did not change since the last time takes almost no time. */
export class FleetChecker {
  readonly #gatherer = new FactGatherer();

  async check(fleet: CheckedFleet, choices: FleetChoices, slices: Slices): Promise<FleetResult> {
    await fleet.targets.update(yieldToHost);
    const on = ruleIds.flatMap((rule): Judging[] => {
      const row = ruleRows[rule];
      const severity = choices.severities.get(rule) ?? row.severity;
      if (severity === 'off') return [];
      const lacks = (row.needs ?? []).filter(need => !isMet[need](fleet));
      const { job, group, isOfDisabled = false } = row;
      return [{ rule, lacks, job, group, isOfDisabled, judged: 0 }];
    });
    const judging = on.filter(({ lacks }) => lacks.length === 0);
    const names = new Set<string>(judging.map(({ rule }) => rule));
    const facts = await this.#gatherer.gather(
      fleet,
      (...wanted) => wanted.some(rule => names.has(rule)),
      slices,
    );
    const verdicts = new Verdicts(fleet, choices);
    const ofJobs = judging.filter(({ job }) => job !== undefined);
    for (const job of fleet.jobs) {
      if (slices.isOver) await slices.rest();
      const isOn = isEnabled(job);
      for (const row of ofJobs) {
        if (!isOn && !row.isOfDisabled) continue;
        const verdict = row.job?.(job, facts);
        if (verdict !== undefined) row.judged += 1;
        if (verdict !== false) verdicts.add(row.rule, jobObject(job), verdict);
      }
    }
    for (const { key, group } of fleet.groups) {
      if (slices.isOver) await slices.rest();
      for (const row of judging) {
        if (row.group === undefined) continue;
        const verdict = row.group(group, facts);
        if (verdict !== undefined) row.judged += 1;
        if (verdict !== false) verdicts.add(row.rule, groupObject(key, group, fleet), verdict);
      }
    }
    const isWhole = fleet.isOfFiles === true || (fleet.areJobsWhole && fleet.areGroupsWhole);
    if (names.has('unused-suppression') && isWhole)
      verdicts.addUnused(new Set(judging.map(({ rule }) => rule)));
    const { findings, suppressed } = verdicts;
    return {
      findings: severities.flatMap(severity => findings.filter(finding => finding.severity === severity)),
      suppressed,
      rules: on.flatMap(({ rule, judged, lacks, job, group }) =>
        job === undefined && group === undefined ? [] : [{ rule, judged, lacks }],
      ),
      jobs: fleet.jobs.length,
      groups: fleet.groups.length,
    };
  }
}

const isMet: Readonly<Record<Need, (fleet: CheckedFleet) => boolean>> = {
  jobs: fleet => fleet.areJobsWhole,
  groups: fleet => fleet.areGroupsWhole,
  groupIds: fleet => fleet.groups.every(({ group }) => fleet.idOf(group) !== undefined),
  // Files say which groups they leave out by naming none.
  targets: fleet => fleet.isOfFiles === true || fleet.areGroupsWhole,
  devices: fleet => fleet.isOfFiles !== true,
  zone: fleet => fleet.outlook.isZoneKnown,
  runs: fleet => fleet.runs !== undefined,
  looks: ({ looks }) => looks?.memory.areEnough(looks.asOfMs) === true,
};

/** Collects what the rules find, and separates what the user does not want to be told. */
class Verdicts {
  readonly findings: Finding[] = [];
  readonly suppressed: { readonly finding: Finding; readonly suppression: Suppression }[] = [];
  readonly #fleet: CheckedFleet;
  readonly #choices: FleetChoices;
  readonly #book: SuppressionBook;

  constructor(fleet: CheckedFleet, choices: FleetChoices) {
    this.#fleet = fleet;
    this.#choices = choices;
    this.#book = new SuppressionBook(choices.suppressions);
  }

  /** Adds what a rule found; `undefined` if it could not judge the object. */
  add(rule: RuleId, object: FleetObject, found: Found | undefined): void {
    const suppression = this.#book.of(rule, object);
    if (suppression !== undefined) this.#book.settle(suppression);
    if (found === undefined) return;
    const finding = this.#toFinding(rule, object, found);
    // One that is over is reported beside what it suppressed.
    if (suppression === undefined || isOver(suppression, this.#fleet.nowMs)) this.findings.push(finding);
    else this.suppressed.push({ finding, suppression });
  }

  /** Reports the suppressions of these rules that suppress nothing, or not any more. */
  addUnused(rules: ReadonlySet<RuleId>): void {
    const { nowMs, localizer } = this.#fleet;
    const over = this.#choices.suppressions.filter(suppression => isOver(suppression, nowMs));
    for (const suppression of new Set([...over, ...this.#book.unused(rules)])) {
      const text = unusedText(suppression, nowMs, localizer);
      this.findings.push(this.#toFinding('unused-suppression', suppression.object, { text }));
    }
  }

  /** A severity of the user's choice applies to all findings of the rule. */
  #toFinding(rule: RuleId, object: FleetObject, { text, severity, related, fix }: Found): Finding {
    const own = this.#choices.severities.get(rule) ?? severity ?? ruleRows[rule].severity;
    return {
      rule,
      severity: own === 'off' ? 'information' : own,
      object,
      text,
      related: related === undefined ? undefined : jobObject(related),
      fix,
    };
  }
}

function jobObject({ id, name }: Job): FleetObject {
  return { kind: 'job', id, name };
}

function groupObject(rowKey: string, group: Group, { idOf }: CheckedFleet): FleetObject {
  return { kind: 'group', rowKey, groupKey: groupKey(group), id: idOf(group), name: group.name };
}
