import * as z from 'zod';
import { type Field, normal, type Values } from '../saves/records.ts';
import type { RunningSave, Sheet } from '../saves/sheet.ts';

interface ServerList {
  readonly field: Field;
  /** The list on the server. */
  readonly server: string | undefined;
}

const ItemsSchema = z.array(z.union([z.number(), z.string()]));

export function isList(field: Field): boolean {
  return field === 'policies' || field === 'server_set';
}

/** The merged list of both sides: theirs, minus what was removed here, plus what was added. */
export function mergedLists(sheet: Sheet, { typed }: RunningSave, { field, server }: ServerList): string {
  const [base, mine, theirs] = [sheet.shown.get(field)?.value, typed.get(field), server].map(
    value => new Set(ItemsSchema.parse(JSON.parse(value ?? '[]'))),
  );
  const kept = [...(theirs ?? [])].filter(item => mine?.has(item) || !base?.has(item));
  const added = [...(mine ?? [])].filter(item => !base?.has(item));
  return normal(field, [...kept, ...added]);
}

/** If the server already has the merged list, nothing is sent. */
export function noteMerged(sheet: Sheet, save: RunningSave, now: Values | undefined): void {
  if (!save.keepsBoth || now === undefined) return;
  for (const field of save.changed.filter(isList))
    if (mergedLists(sheet, save, { field, server: now[field] }) === now[field])
      save.merged.set(field, now[field]);
}
