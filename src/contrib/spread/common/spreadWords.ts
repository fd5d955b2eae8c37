import { foldText } from '../../../base/foldText.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { parseSpan } from '../../changeJobs/common/spanText.ts';
import type { Spreading } from './spreadPlan.ts';

/**
 * Parses "02:00, then every 10 min", "2:00 + 10m", "02:00 10", "с 02:00 каждые 10 мин": when the first job begins, and by
 * how much each next one follows; a bare number is minutes. `undefined` for anything else.
 */
export function parseSteps(text: string): Extract<Spreading, { kind: 'steps' }> | undefined {
  const [, hours, minutes, step = ''] =
    /^\s*(?:from\s+|с\s+)?(\d{1,2}):(\d\d)(?:\s*[,;+]\s*|\s+)(?:then\s+|затем\s+|и\s+)?(?:every\s+|каждые\s+|каждую\s+|through\s+)?(.+)$/.exec(
      foldText(text),
    ) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const stepMs = parseSpan(/^\s*\d+\s*$/.test(step) ? `${step.trim()} min` : step);
  if (stepMs === undefined || stepMs < 0) return undefined;
  return { kind: 'steps', firstMs: (Number(hours) * 60 + Number(minutes)) * minuteMs, stepMs };
}
