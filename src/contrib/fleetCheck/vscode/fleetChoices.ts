import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isRecord } from '../../../base/json.ts';
import { ConfigValue, setting } from '../../../workbench/platform/configValue.ts';
import { settingsSection } from '../../../workbench/platform/ids.ts';
import { type FleetObject, severities } from '../common/checkedFleet.ts';
import type { FleetChoices } from '../common/fleetChecker.ts';
import { ruleIds } from '../common/fleetRules.ts';
import type { Suppression } from '../common/suppressions.ts';

const ModeSchema = z.enum(['never', 'onCommand', 'always']);
const RuleSchema = z.enum(ruleIds);
const SeveritySchema = z.enum([...severities, 'off']);

const common = {
  rule: RuleSchema,
  name: z.string(),
  reason: z.string(),
  until: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
};
const SuppressionSchema = z.union([
  z.looseObject({ ...common, job: z.int() }),
  z.looseObject({ ...common, group: z.string() }),
]);

type StoredSuppression = z.infer<typeof SuppressionSchema>;

/** The names of its settings. */
const settings = { mode: 'fleet.check', rules: 'fleet.rules', suppressions: 'fleet.suppressions' } as const;

/** The settings of the fleet check. */
export class FleetSettings implements vscode.Disposable {
  readonly #mode = new ConfigValue(settings.mode, readMode);
  readonly #severities = new ConfigValue(settings.rules, readSeverities);
  readonly #suppressions = new ConfigValue(settings.suppressions, readSuppressions);
  readonly #all = [this.#mode, this.#severities, this.#suppressions];

  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.#all.map(value => value.onDidChange(listener)));
  }

  get mode(): z.infer<typeof ModeSchema> {
    return this.#mode.value;
  }

  choicesOf(serverId: string): FleetChoices {
    return {
      severities: this.#severities.value,
      suppressions: this.#suppressions.value.get(serverId) ?? [],
    };
  }

  /** Adds a suppression to the user's settings; whatever else is there stays. */
  async suppress(serverId: string, { rule, object, reason, until }: Suppression): Promise<void> {
    const place = object.kind === 'job' ? { job: object.id } : { group: object.groupKey };
    const entry = { rule, ...place, name: object.name, reason, ...(until === undefined ? {} : { until }) };
    await this.#suppressions.change(value => {
      const byServer = isRecord(value) ? value : {};
      const stored: unknown = byServer[serverId];
      return { ...byServer, [serverId]: [...(Array.isArray(stored) ? stored : []), entry] };
    });
  }

  dispose(): void {
    for (const value of this.#all) value.dispose();
  }
}

function readMode(): z.infer<typeof ModeSchema> {
  return ModeSchema.safeParse(setting(settings.mode)).data ?? 'onCommand';
}

/** Invalid values are ignored one by one. */
function readSeverities(): FleetChoices['severities'] {
  const rules: unknown = setting(settings.rules);
  const chosen = Object.entries(isRecord(rules) ? rules : {}).flatMap(([id, value]) => {
    const [rule, severity] = [RuleSchema.safeParse(id), SeveritySchema.safeParse(value)];
    return rule.success && severity.success ? [[rule.data, severity.data] as const] : [];
  });
  return new Map(chosen);
}

/** Those of the user and of the workspace, which may know better why something is as it is. */
function readSuppressions(): ReadonlyMap<string, readonly Suppression[]> {
  const inspected = vscode.workspace
    .getConfiguration(settingsSection)
    .inspect<unknown>(settings.suppressions);
  const found = new Map<string, readonly Suppression[]>();
  for (const value of [inspected?.globalValue, inspected?.workspaceValue])
    for (const [server, list] of Object.entries(isRecord(value) ? value : {})) {
      const read = (Array.isArray(list) ? list : []).flatMap(
        entry => SuppressionSchema.safeParse(entry).data ?? [],
      );
      found.set(server, [...(found.get(server) ?? []), ...read.map(toSuppression)]);
    }
  return found;
}

function toSuppression(stored: StoredSuppression): Suppression {
  const { rule, name, reason, until } = stored;
  return { rule, object: objectOf(stored, name), reason, until };
}

function objectOf(stored: StoredSuppression, name: string): FleetObject {
  if ('job' in stored && typeof stored.job === 'number') return { kind: 'job', id: stored.job, name };
  const groupKey = String(stored['group']);
  return { kind: 'group', rowKey: '', groupKey, id: undefined, name };
}
