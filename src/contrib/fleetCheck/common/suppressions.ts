import type { Localizer } from '../../../base/localizer.ts';
import { type FleetObject, objectKey } from './checkedFleet.ts';
import { sameNameKey } from './fleetFacts.ts';
import type { RuleId } from './fleetRules.ts';

/** What a user does not want to be told of an object, and why. */
export interface Suppression {
  readonly rule: RuleId;
  readonly object: FleetObject;
  readonly reason: string;
  /** The last day on which it applies, as YYYY-MM-DD. */
  readonly until?: string | undefined;
}

export function isOver({ until }: Pick<Suppression, 'until'>, nowMs: number): boolean {
  return until !== undefined && Date.parse(`${until}T23:59:59.999`) < nowMs;
}

/** The suppressions of a check, and which of them suppressed something. */
export class SuppressionBook {
  readonly #byPlace = new Map<string, Suppression>();
  /** Those whose object was not judged, or has the finding. */
  readonly #settled = new Set<Suppression>();

  constructor(suppressions: readonly Suppression[]) {
    for (const suppression of suppressions)
      this.#byPlace.set(placeOf(suppression.rule, suppression.object), suppression);
  }

  /** The suppression of what the rule finds on the object. */
  of(rule: RuleId, object: FleetObject): Suppression | undefined {
    const known = this.#byPlace.size === 0 ? undefined : this.#byPlace.get(placeOf(rule, object));
    // The ID may belong to another object by now.
    return known !== undefined && sameNameKey(known.object.name) === sameNameKey(object.name)
      ? known
      : undefined;
  }

  settle(suppression: Suppression): void {
    this.#settled.add(suppression);
  }

  /** Those of these rules that have nothing to suppress. */
  unused(rules: ReadonlySet<RuleId>): readonly Suppression[] {
    return [...this.#byPlace.values()].filter(
      suppression => rules.has(suppression.rule) && !this.#settled.has(suppression),
    );
  }
}

function placeOf(rule: RuleId, object: FleetObject): string {
  return `${rule} ${objectKey(object)}`;
}

export function unusedText({ rule, reason, until }: Suppression, nowMs: number, { t }: Localizer): string {
  const words = { rule, reason, until: until ?? '' };
  return isOver({ until }, nowMs)
    ? t('The suppression of “{rule}” ended on {until}: {reason}', words)
    : t('The suppression of “{rule}” suppresses nothing: {reason}', words);
}
