import { groupBy } from '../../../base/collections.ts';
import { Emitter } from '../../../base/emitter.ts';
import { jsonEqual } from '../../../base/json.ts';
import { type FleetObject, type FleetPlace, objectKey } from '../common/checkedFleet.ts';
import type { Finding, FleetResult } from '../common/fleetChecker.ts';

interface Known {
  readonly result: FleetResult;
  readonly byObject: ReadonlyMap<string, readonly Finding[]>;
}

/** An object whose findings have changed. */
export interface FindingsChange {
  readonly serverId: string;
  readonly objects: readonly FleetObject[];
}

/** What the last check of each server found; rows, problems and reports show it. */
export class FleetFindings {
  readonly #known = new Map<string, Known>();
  readonly #changed = new Emitter<FindingsChange>();
  readonly onDidChange = this.#changed.event;

  get serverIds(): readonly string[] {
    return [...this.#known.keys()];
  }

  result(serverId: string): FleetResult | undefined {
    return this.#known.get(serverId)?.result;
  }

  of(serverId: string, object: FleetPlace): readonly Finding[] {
    return this.#known.get(serverId)?.byObject.get(objectKey(object)) ?? [];
  }

  /** Stores the result of a check, or forgets that there was one. */
  set(serverId: string, result: FleetResult | undefined): void {
    const known = this.#known.get(serverId);
    const before = known?.byObject ?? new Map<string, readonly Finding[]>();
    const after = groupBy(result?.findings ?? [], ({ object }) => objectKey(object));
    if (result === undefined) this.#known.delete(serverId);
    else this.#known.set(serverId, { result, byObject: after });
    const keys = new Set([...before.keys(), ...after.keys()]);
    const changed = [...keys].filter(key => !jsonEqual(before.get(key), after.get(key)));
    const objects = changed.flatMap(key => (after.get(key) ?? before.get(key))?.[0]?.object ?? []);
    const isFirstOrLast = (known === undefined) !== (result === undefined);
    if (objects.length > 0 || isFirstOrLast) this.#changed.fire({ serverId, objects });
  }
}
