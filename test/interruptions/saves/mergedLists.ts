import * as z from 'zod';
import { normal } from './ledger.ts';
import type { RunningSave, Sheet } from './sheet.ts';

/** What both sides have made of the policies: theirs without what was taken out here, and with what was added. */
export function mergedLists(sheet: Sheet, { typed }: RunningSave, server: string | undefined): string {
  const [base, mine, theirs] = [sheet.shown.get('policies')?.value, typed.get('policies'), server].map(
    value => new Set(z.array(z.number()).parse(JSON.parse(value ?? '[]'))),
  );
  const kept = [...(theirs ?? [])].filter(item => mine?.has(item) || !base?.has(item));
  const added = [...(mine ?? [])].filter(item => !base?.has(item));
  return normal('policies', [...kept, ...added]);
}
