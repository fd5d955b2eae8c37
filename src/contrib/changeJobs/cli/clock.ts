import { timeZoneOf } from '../../../cli/cliConnection.ts';
import type { CliContext } from '../../../cli/cliContext.ts';
import { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import type { ZoneReading } from '../../../recurrence/expand/resolvedSet.ts';
import { localTimeZone } from '../../../recurrence/text/timeZone.ts';
import { type MomentWords, momentWords } from '../common/momentText.ts';

/** How a command reads schedules and writes times. */
export interface CommandClock extends MomentWords {
  readonly reading: ZoneReading;
  /** Whether the zone of the server was passed. */
  readonly isZoneKnown: boolean;
}

export function commandClock({ options, localizer, clock }: CliContext<'time-zone'>): CommandClock {
  const readerZone = localTimeZone();
  const outlook = new ScheduleOutlook({ serverZone: timeZoneOf(options, localizer), readerZone, localizer });
  return {
    ...momentWords(readerZone, clock.now(), localizer),
    reading: outlook.reading,
    isZoneKnown: outlook.isZoneKnown,
  };
}
