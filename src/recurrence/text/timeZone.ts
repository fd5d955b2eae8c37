import { remember } from '../../base/collections.ts';
import type { Localizer } from '../../base/localizer.ts';
import { dayMs, dayNumber, minuteMs } from './calendarDay.ts';
import { wallTime } from './dateTimeValue.ts';

/** How daylight saving affects a wall time: `skipped` never appears on the clock, `doubled` appears twice. */
type ClockChange = 'skipped' | 'doubled';

export interface ZonedInstant {
  readonly instantMs: number;
  /** Set when daylight saving skips the written time or repeats it. */
  readonly clockChange?: ClockChange;
}

/** Converts wall times of one IANA time zone into instants and back. */
export interface TimeZone {
  readonly id: string;
  /** A doubled time means the first of the two; a skipped one uses the offset from before the gap (RFC 5545 3.3.5). */
  toInstant(wallMs: number): ZonedInstant;
  toWall(instantMs: number): number;
}

export const utc: TimeZone = {
  id: 'UTC',
  toInstant: wallMs => ({ instantMs: wallMs }),
  toWall: instantMs => instantMs,
};

export interface LocalZone {
  /** A name that `findTimeZone` finds. */
  readonly id: string;
  /** What the zone is called instead, if no zone has that name. */
  readonly unknownName: string | undefined;
}

/** A name of the zone of this computer that `findTimeZone` finds. Slow on first use, because `Intl` loads its data. */
export function localTimeZone(): string {
  return doubtLocalZone().id;
}

/** The zone of this computer, and whether it is known. */
export function doubtLocalZone(): LocalZone {
  // Without a name for the zone, `Intl` has none either, whatever its types say.
  const { timeZone }: { readonly timeZone?: string } = Intl.DateTimeFormat().resolvedOptions();
  return readLocalZone(timeZone, process.env['TZ'], ms => new Date(ms).getTimezoneOffset(), Date.now());
}

/** UTC as POSIX spells it in the variable TZ. */
const posixUtc = /^:?(?:(?:UTC|GMT)?[+-]?0?)$/i;
const halfYearMs = 182 * dayMs;

/**
 * Judges a zone by its name for `Intl`, the variable TZ, and how many minutes it is behind UTC. TZ may be misspelled
 * or a rule such as `MSK-3`, which has no name, or for which `Intl` has a name with another offset. Then it is the
 * zone with the present offset, or UTC if that is not a whole number of hours.
 */
export function readLocalZone(
  name: string | undefined,
  variable: string | undefined,
  minutesBehind: (instantMs: number) => number,
  nowMs: number,
): LocalZone {
  // TZ may also be the path of a zone's file, for which `Intl` has no name.
  const asked = variable?.replace(/^:?(?:\/.*\/zoneinfo\/)?(?:posix\/)?/, '') ?? '';
  const zone = findTimeZone(name ?? asked);
  // On the days of a clock change, wall times are known to the second.
  const isRight = [nowMs, nowMs + halfYearMs].every(
    ms => zone !== undefined && Math.round((zone.toWall(ms) - ms) / minuteMs) === -minutesBehind(ms),
  );
  const isAsked = asked === '' || posixUtc.test(asked) || findTimeZone(asked) !== undefined;
  if (zone !== undefined && isRight && isAsked) return { id: zone.id, unknownName: undefined };
  const hours = minutesBehind(nowMs) / 60;
  const fixed = Number.isInteger(hours) && hours !== 0 ? `Etc/GMT${hours < 0 ? '' : '+'}${hours}` : utc.id;
  const isUtc = hours === 0 && variable !== undefined && posixUtc.test(variable);
  return {
    id: findTimeZone(fixed)?.id ?? utc.id,
    unknownName: isUtc ? undefined : variable || name || '?',
  };
}

/** What to tell the user about a zone without a name. */
export function localZoneProblem({ id, unknownName }: LocalZone, { t }: Localizer): string | undefined {
  if (unknownName === undefined) return undefined;
  return t(
    'The time zone of this computer, “{name}”, is unknown: times are shown in {zone}. Set the environment variable TZ to a name such as Europe/Berlin.',
    { name: unknownName, zone: id },
  );
}

const zones = new Map<string, TimeZone | undefined>();
const maxRememberedZones = 500;
const maxRememberedDays = 20_000;

/** `undefined` when this machine's time zone data does not know the name. */
export function findTimeZone(id: string): TimeZone | undefined {
  if (zones.has(id)) return zones.get(id);
  const zone = id.toUpperCase() === 'UTC' ? utc : createTimeZone(id);
  return remember(zones, maxRememberedZones, id, zone);
}

function createTimeZone(id: string): TimeZone | undefined {
  const format = createFormat(id);
  if (!format) return undefined;
  const offsetAt = rememberOffsets(instantMs => wallOf(format, instantMs) - instantMs);
  return {
    id,
    toWall: instantMs => instantMs + offsetAt(instantMs),
    toInstant(wallMs) {
      // No offset reaches a whole day, so these two are safely on either side of a change near the wall time.
      const before = offsetAt(wallMs - dayMs);
      const after = offsetAt(wallMs + dayMs);
      if (before === after) return { instantMs: wallMs - before };
      const earlierFits = offsetAt(wallMs - before) === before;
      const laterFits = offsetAt(wallMs - after) === after;
      if (earlierFits && laterFits) {
        return { instantMs: wallMs - Math.max(before, after), clockChange: 'doubled' };
      }
      if (earlierFits || laterFits) return { instantMs: wallMs - (earlierFits ? before : after) };
      return { instantMs: wallMs - before, clockChange: 'skipped' };
    },
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric', era: 'short' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...date, ...time, timeZone });
  } catch {
    return undefined;
  }
}

const wallPattern = /^(\d+)\/(\d+)\/(\d+) (\w+), (\d+):(\d+):(\d+)$/;

function wallOf(format: Intl.DateTimeFormat, instantMs: number): number {
  const match = wallPattern.exec(format.format(instantMs));
  const [month = 1, day = 1, year = 1970, , hour = 0, minute = 0, second = 0] = (match ?? [])
    .slice(1)
    .map(Number);
  const astronomicalYear = match?.[4]?.startsWith('B') ? 1 - year : year;
  return wallTime(dayNumber(astronomicalYear, month, day), hour, minute, second);
}

/**
 * Calling `Intl` takes microseconds, so the offset is read at each midnight, and reused for the whole day if both
 * ends agree.
 */
function rememberOffsets(askOffset: (instantMs: number) => number): (instantMs: number) => number {
  const offsets = new Map<number, number>();
  const atMidnight = (day: number): number =>
    offsets.get(day) ?? remember(offsets, maxRememberedDays, day, askOffset(day * dayMs));
  return instantMs => {
    const day = Math.floor(instantMs / dayMs);
    const offset = atMidnight(day);
    return atMidnight(day + 1) === offset ? offset : askOffset(instantMs);
  };
}
