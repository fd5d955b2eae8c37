import type { Plant } from './saveProgram.ts';
import type { Step } from './steps.ts';

export interface PlantedDefect {
  readonly plants: readonly Plant[];
  /** Kinds of steps that do not matter to it and would only make the search longer. */
  readonly without: readonly Step['kind'][];
}

const withoutRuns = ['switchAll', 'otherWindow', 'reuse', 'kill', 'switch'] as const;
const onlyObjects = [...withoutRuns, 'create', 'moveServer', 'autoSave', 'focusSave', 'close'] as const;

/** Defects that there once were, by what they did, and how each comes back. */
export const plantedDefects: Readonly<Record<string, PlantedDefect>> = {
  'what was typed is the base, not what the server stored': {
    plants: [
      {
        file: 'model/saveDecision.ts',
        piece: 'return { text: edited, stored: { ...stored, ...Object.fromEntries(untouched) } };',
        instead: 'return { text: edited, stored: { ...edited, ...Object.fromEntries(untouched) } };',
      },
    ],
    without: onlyObjects,
  },
  'Auto Save reaches the server': {
    plants: [
      {
        file: 'platform/saveReasons.ts',
        piece: 'if (!isByHand) throw new AutomaticSaveError();',
        instead: '',
      },
    ],
    without: withoutRuns,
  },
  'what was typed goes to the same ID at another URL': {
    plants: [
      {
        file: 'documents/documentVersions.ts',
        piece: 'return base?.origin === origin ? base : undefined;',
        instead: 'return base;',
      },
      {
        file: 'documents/objectSaves.ts',
        piece: 'begunWith === undefined || begunWith.origin === origin ? begunWith : unknownBase',
        instead: 'begunWith',
      },
    ],
    without: withoutRuns,
  },
  "what a save stores reaches the form as somebody else's change": {
    plants: [
      {
        file: 'documents/objectFileSystem.ts',
        piece: ' || this.#saves.isWriting(uri)) continue;',
        instead: ') continue;',
      },
    ],
    without: onlyObjects,
  },
};
