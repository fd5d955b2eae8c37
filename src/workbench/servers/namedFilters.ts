import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { listOf } from '../../base/json.ts';
import { ConfigValue, setting, settingOfEach } from '../platform/configValue.ts';
import { settings } from '../platform/ids.ts';

const NamedFilterSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1)),
  filter: z.string().check(z.trim(), z.minLength(1)),
});
export type NamedFilter = z.infer<typeof NamedFilterSchema>;

/** The filters of jobs that the user has named, and those that the workspace adds. */
export class NamedFilters implements vscode.Disposable {
  readonly #value = new ConfigValue(settings.filters, () => {
    const byName = new Map<string, NamedFilter>();
    // Most users have none, and to look at each level takes milliseconds.
    if (listOf(setting(settings.filters)).length === 0) return [];
    for (const entry of settingOfEach(settings.filters).flatMap(listOf)) {
      const named = NamedFilterSchema.safeParse(entry).data;
      if (named !== undefined && !byName.has(named.name)) byName.set(named.name, named);
    }
    return [...byName.values()];
  });
  readonly onDidChange = this.#value.onDidChange;

  get all(): readonly NamedFilter[] {
    return this.#value.value;
  }

  /** Adds a filter to the user's settings, or replaces the one of this name; invalid entries stay. */
  save(named: NamedFilter): Promise<void> {
    return this.#value.change(value => {
      const entries = value === undefined || Array.isArray(value) ? listOf(value) : [value];
      const isReplaced = (entry: unknown) => NamedFilterSchema.safeParse(entry).data?.name === named.name;
      return [...entries.filter(entry => !isReplaced(entry)), named];
    });
  }

  dispose(): void {
    this.#value.dispose();
  }
}
