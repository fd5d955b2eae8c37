import type { Plant } from './planted.ts';

/** Windows do not detect that another one has taken over their run. */
export const noOwnership: readonly Plant[] = [
  { file: 'journal/openRun.ts', piece: 'return await this.#callbacks.isHeld();', instead: 'return true;' },
  {
    file: 'journal/runJournal.ts',
    piece: 'this.#hold(id, () => run.taken())',
    instead: 'this.#hold(id, () => undefined)',
  },
];

/** A run is resumed on all IDs that exist, whatever objects they belong to by now. */
export const noComparison: readonly Plant[] = [
  {
    file: 'commands/runs/remainingObjects.ts',
    piece: 'if (changed.length === 0) return remaining;',
    instead: 'if (changed.length >= 0) return remaining;',
  },
];
