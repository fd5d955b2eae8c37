import type { ScheduleView } from '../protocol/hostMessages.ts';
import type { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

const shownProblems = 3;
const shownRuns = 10;
const reusedForMs = 1_000;

type Outlook = Pick<ScheduleOutlook, 'details'>;

interface BuiltView {
  readonly params: string;
  readonly outlook: Outlook;
  readonly builtMs: number;
  readonly view: ScheduleView;
}

/** The view of one form's schedule, recreated when the text or the zone changes, or after a second. */
export class ScheduleViews {
  readonly #now: () => number;
  #last: BuiltView | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  of(params: string, outlook: Outlook): ScheduleView {
    const last = this.#last;
    const nowMs = this.#now();
    const ageMs = last === undefined ? 0 : Math.abs(nowMs - last.builtMs);
    if (last?.params === params && last.outlook === outlook && ageMs < reusedForMs) return last.view;
    const view = scheduleView(params, outlook, nowMs);
    this.#last = { params, outlook, builtMs: nowMs, view };
    return view;
  }
}

/** The schedule's description, next runs and problems; the text itself is never rewritten. */
function scheduleView(params: string, outlook: Outlook, nowMs: number): ScheduleView {
  const { sentence, runs, notes, warnings, problems } = outlook.details(params, nowMs, shownRuns);
  return {
    sentence,
    runs: runs.map(({ local, utc, source }) => ({ local, utc, source: source ?? 'rule' })),
    notes: [...notes],
    warnings: [...warnings],
    problems: problems.slice(0, shownProblems).map(({ severity, text }) => ({ severity, text })),
  };
}
