import type { TimelineTexts } from '../../protocol/timelineTexts.ts';
import { joinTexts } from '../../util/displayText.ts';
import { fillIn } from '../dom/dom.ts';
import { hourText } from './hourRows.ts';

export interface CellTexts {
  /** The number, shortened to fit the cell; '' for no runs. */
  readonly shown: string;
  /** The accessible name: contains the visible number, and the full one if that is longer. */
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

/** The texts for the cells of a heat map in one language. */
export function cellWords(texts: CellFrames, language: string): (facts: CellFacts) => CellTexts {
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 0 });
  return ({ day, hour, runs, isClashing, isNow = false }) => {
    const shown = runs === 0 ? '' : compact.format(runs);
    // What is visible comes first, so that it can be said to a voice control.
    const count = shown === String(runs) ? shown : `${shown} (${runs})`;
    const where = fillIn(texts.cell, { day, hour: hourText(hour) });
    const what = runs === 0 ? texts.noRuns : fillIn(texts.runs, { count });
    return {
      shown,
      label: joinTexts('; ', `${where}: ${what}`, isClashing && texts.clash, isNow && texts.now),
    };
  };
}
