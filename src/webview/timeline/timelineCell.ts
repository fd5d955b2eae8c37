import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { fillIn } from '../dom/dom.ts';

export interface CellTexts {
  /** The number, shortened to fit the cell; '' without runs. */
  readonly shown: string;
  /** The accessible name: the number in full, and the one that is shown where that is shorter. */
  readonly label: string;
}

export interface CellFacts {
  readonly day: string;
  readonly hour: number;
  readonly runs: number;
  readonly isClashing: boolean;
  readonly isNow?: boolean;
}

type CellFrames = Pick<TimelineTexts, 'cell' | 'noRuns' | 'runs' | 'clash' | 'now'>;

/** The texts of the cells of a heat map in one language. */
export class CellWords {
  readonly #texts: CellFrames;
  readonly #compact: Intl.NumberFormat;

  constructor(texts: CellFrames, language: string) {
    this.#texts = texts;
    this.#compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 });
  }

  of({ day, hour, runs, isClashing, isNow = false }: CellFacts): CellTexts {
    const { cell, noRuns, runs: someRuns, clash, now } = this.#texts;
    const shown = runs === 0 ? '' : this.#compact.format(runs);
    const count = shown === String(runs) ? shown : `${runs} (${shown})`;
    const where = fillIn(cell, { day, hour: `${String(hour).padStart(2, '0')}:00` });
    const what = runs === 0 ? noRuns : fillIn(someRuns, { count });
    return {
      shown,
      label: [`${where}: ${what}`, ...(isClashing ? [clash] : []), ...(isNow ? [now] : [])].join('; '),
    };
  }
}
