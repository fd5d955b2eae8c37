import type { Plant } from './planted.ts';

/** Windows report the runs of other windows, too. */
export const noOwners: readonly Plant[] = [
  {
    file: 'journal/runJournal.ts',
    piece: 'return !isLong && this.#mayRun(owner);',
    instead: 'return false;',
  },
];

/** A run is completed on all IDs that exist, whatever objects they belong to by now. */
export const noComparison: readonly Plant[] = [
  {
    file: 'commands/runs/recordedObjects.ts',
    piece: 'const seen = now && seenAs(item, now);',
    instead: 'const seen = now;',
  },
];
