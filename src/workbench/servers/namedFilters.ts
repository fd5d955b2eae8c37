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

/** The entries of the setting; a value that is no list stays as one of them. */
function entriesOf(value: unknown): readonly unknown[] {
  return value === undefined || Array.isArray(value) ? listOf(value) : [value];
}

function isNamed(entry: unknown, name: string): boolean {
  return NamedFilterSchema.safeParse(entry).data?.name === name;
}

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
    return this.#value.change(value => [
      ...entriesOf(value).filter(entry => !isNamed(entry, named.name)),
      named,
    ]);
  }

  /** Removes a filter from the user's settings. Resolves with how to undo it; `undefined` if it is not there. */
  async remove(name: string): Promise<(() => Promise<void>) | undefined> {
    let undo: (() => Promise<void>) | undefined;
    await this.#value.change(value => {
      const entries = entriesOf(value);
      const removed = entries.filter(entry => isNamed(entry, name));
      if (removed.length === 0) return value;
      const place = entries.findIndex(entry => isNamed(entry, name));
      undo = () => this.#value.change(now => entriesOf(now).toSpliced(place, 0, ...removed));
      return entries.filter(entry => !isNamed(entry, name));
    });
    return undo;
  }

  dispose(): void {
    this.#value.dispose();
  }
}
