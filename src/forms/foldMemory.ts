import * as z from 'zod/mini';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue } from '../platform/memory.ts';
import { type FoldId, type FoldStates, foldIds } from '../protocol/folds.ts';

export type FoldMemory = Pick<StoredValue<FoldStates>, 'get' | 'set'>;

/** The parts of forms that the user opened or closed, stored for all windows and workspaces. */
export function foldMemory(memory: Memory): FoldMemory {
  return memory.of({
    key: 'formFolds',
    schema: z.partialRecord(z.enum(foldIds), z.boolean()),
    fallback: {},
    meaning: () => t('The collapsed sections of forms were reset.'),
  });
}

export function rememberFold(folds: FoldMemory, id: FoldId, isOpen: boolean): Promise<void> {
  return folds.set({ ...folds.get(), [id]: isOpen });
}
