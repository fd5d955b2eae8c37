import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { LabeledField } from '../../api/fields/objectFields.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import { isRecord, recordOf } from '../../base/json.ts';
import type { Unknown } from '../../store/reach/targetIndex.ts';
import { unknownTexts } from '../../store/reach/unknownTexts.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { ConfigValue, setting, userSetting } from '../platform/configValue.ts';
import { settings, settingsSection } from '../platform/ids.ts';
import { localizer, t } from '../platform/localize.ts';
import type { Memory } from '../platform/memory.ts';

const NamesSchema = z.record(z.string(), z.string());
const ServerLabelsSchema = z.looseObject({
  policies: z.optional(NamesSchema),
  reports: z.optional(NamesSchema),
  dynamic_groups: z.optional(NamesSchema),
});

type LabelsByServer = ReadonlyMap<string, z.infer<typeof ServerLabelsSchema>>;

const longestLabel = 200;

/** The names for IDs on a server, of the user and of a trusted workspace. */
export class Labels implements vscode.Disposable {
  /** Read with the first tooltip or form, because rows of jobs do not show labels. */
  readonly #byServer = new ConfigValue(settings.labels, readLabels);
  readonly onDidChange = this.#byServer.onDidChange;
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get(serverId: string, kind: LabeledField, id: number): string | undefined {
    const names = this.#byServer.value.get(serverId)?.[kind];
    const key = String(id);
    return names !== undefined && Object.hasOwn(names, key) ? names[key]?.trim() || undefined : undefined;
  }

  /** The label, or else the ID in its usual form: `#12`. */
  text(serverId: string, kind: LabeledField, id: number): string {
    return this.get(serverId, kind, id) ?? `#${id}`;
  }

  ids(serverId: string, kind: LabeledField): number[] {
    const names = this.#byServer.value.get(serverId)?.[kind] ?? {};
    return Object.keys(names)
      .filter(key => /^\d{1,15}$/.test(key))
      .map(Number);
  }

  /** Sets the label of an ID; an empty label removes it. */
  async set(serverId: string, kind: LabeledField, id: number, label: string): Promise<void> {
    const raw = userSetting(settings.labels);
    if (!isUsable(raw, serverId)) this.#memory.setAside(brokenSetting, raw);
    const text = label.trim().slice(0, longestLabel);
    const path = [serverId, kind, String(id)];
    await this.#byServer.change(value => withLabel(value, path, text));
  }

  dispose(): void {
    this.#byServer.dispose();
  }
}

const brokenSetting = {
  key: `${settingsSection}.${settings.labels}`,
  meaning: () =>
    t(
      'The setting with your names for IDs was invalid. It now contains only the names that you enter from now on.',
    ),
};

/** Whether a label can be added without dropping anything that the user wrote there. */
function isUsable(value: unknown, serverId: string): boolean {
  if (value === undefined) return true;
  return isRecord(value) && z.optional(ServerLabelsSchema).safeParse(value[serverId]).success;
}

function readLabels(): LabelsByServer {
  const readings = Object.entries(recordOf(setting(settings.labels))).map(
    ([server, value]) => [server, ServerLabelsSchema.safeParse(value)] as const,
  );
  return new Map(readings.flatMap(([server, reading]) => (reading.success ? [[server, reading.data]] : [])));
}

/** Sets the text at the end of the path, or removes it if the text is empty; everything else stays. */
function withLabel(value: unknown, [key, ...path]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const entries = new Map(Object.entries(recordOf(value)));
  if (path.length === 0 && text === '') entries.delete(key);
  else if (text !== '' || entries.has(key)) entries.set(key, withLabel(entries.get(key), path, text));
  return Object.fromEntries(entries);
}

export function usesOfIds(
  { server, jobs }: ServerSession,
  labels: Pick<Labels, 'ids'>,
  field: LabeledField,
): ReadonlyMap<number, number> {
  const uses = new Map<number, number>(labels.ids(server.id, field).map(id => [id, 0]));
  for (const job of jobs.jobs) for (const id of job[field]) uses.set(id, (uses.get(id) ?? 0) + 1);
  return uses;
}

/** What may use a device or a group without being known, with the user's names of dynamic groups (`unknownTexts`). */
export function namedUnknownTexts(
  unknown: Unknown,
  { id: serverId }: Pick<ServerConfig, 'id'>,
  labels: Pick<Labels, 'text'>,
): readonly string[] {
  const nameDynamicGroup = (id: number) => labels.text(serverId, 'dynamic_groups', id);
  return unknownTexts(unknown, { localizer, nameDynamicGroup });
}
