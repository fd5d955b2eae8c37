import * as vscode from 'vscode';
import * as z from 'zod';
import { settings, settingsSection } from './ids.ts';
import { updateUserSetting, userSetting } from './settings.ts';

/** Lists of ids that the API gives no names for (decision 23). */
export type LabelKind = 'policies' | 'reports' | 'dynamic_groups';

const NamesSchema = z.record(z.string(), z.string());
const ServerLabelsSchema = z.looseObject({
  policies: NamesSchema.optional(),
  reports: NamesSchema.optional(),
  dynamic_groups: NamesSchema.optional(),
});

const longestLabel = 200;

/** A person's own names for ids of a server: a user setting, so that a workspace cannot rename things. */
export class Labels implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #byServer: ReadonlyMap<string, z.infer<typeof ServerLabelsSchema>>;

  constructor() {
    this.#byServer = readLabels();
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${settingsSection}.${settings.labels}`)) this.#reload();
    });
  }

  get(serverId: string, kind: LabelKind, id: number): string | undefined {
    const names = this.#byServer.get(serverId)?.[kind];
    const key = String(id);
    return names !== undefined && Object.hasOwn(names, key) ? names[key]?.trim() || undefined : undefined;
  }

  /** The label, else the id as it is written everywhere: `#12`. */
  text(serverId: string, kind: LabelKind, id: number): string {
    return this.get(serverId, kind, id) ?? `#${id}`;
  }

  /** Ids that have a label. */
  ids(serverId: string, kind: LabelKind): number[] {
    const names = this.#byServer.get(serverId)?.[kind] ?? {};
    return Object.keys(names)
      .filter(key => /^\d{1,15}$/.test(key))
      .map(Number);
  }

  /** Names the id; an empty label takes the name away. */
  async set(serverId: string, kind: LabelKind, id: number, label: string): Promise<void> {
    const all = rawLabels();
    const ofServer = recordOf(all[serverId]);
    const names = { ...recordOf(ofServer[kind]), [String(id)]: label.trim().slice(0, longestLabel) };
    if (label.trim() === '') delete names[String(id)];
    await updateUserSetting(settings.labels, { ...all, [serverId]: { ...ofServer, [kind]: names } });
    this.#reload();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #reload(): void {
    this.#byServer = readLabels();
    this.#changed.fire();
  }
}

function readLabels(): Map<string, z.infer<typeof ServerLabelsSchema>> {
  const readings = Object.entries(rawLabels()).map(
    ([server, value]) => [server, ServerLabelsSchema.safeParse(value)] as const,
  );
  return new Map(readings.flatMap(([server, reading]) => (reading.success ? [[server, reading.data]] : [])));
}

function rawLabels(): Record<string, unknown> {
  return recordOf(userSetting(settings.labels));
}

function recordOf(value: unknown): Record<string, unknown> {
  const reading = z.record(z.string(), z.unknown()).safeParse(value);
  return reading.success ? reading.data : {};
}
