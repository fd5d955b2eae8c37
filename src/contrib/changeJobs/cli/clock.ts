import { timeZoneOf } from '../../../cli/cliConnection.ts';
import type { CliContext } from '../../../cli/cliContext.ts';
import { ScheduleOutlook } from '../../../recurrence/describe/scheduleOutlook.ts';
import type { ZoneReading } from '../../../recurrence/expand/resolvedSet.ts';
import { findTimeZone, localTimeZone, utc } from '../../../recurrence/text/timeZone.ts';
import type { MomentWords } from '../common/momentText.ts';

/** How a command reads schedules and writes times. */
export interface CommandClock extends MomentWords {
  readonly reading: ZoneReading;
  /** Whether the zone of the server was passed. */
  readonly isZoneKnown: boolean;
}

export function commandClock({ options, localizer, clock }: CliContext<'time-zone'>): CommandClock {
  const readerZone = localTimeZone();
  const outlook = new ScheduleOutlook({ serverZone: timeZoneOf(options, localizer), readerZone, localizer });
  const { dialect, zone } = outlook.predictor.options;
  return {
    localizer,
    nowMs: clock.now(),
    zone: findTimeZone(readerZone) ?? utc,
    reading: { dialect, zone: findTimeZone(zone) ?? utc },
    isZoneKnown: outlook.isZoneKnown,
  };
}
