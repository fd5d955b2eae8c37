/**
 * Parses a typed time of day as `HH:MM` or `HH:MM:SS`; `undefined` if it is not one. A native time field would use
 * the clock of the browser's region, unlike the 24-hour clock everywhere else. `isComplete`: the user has left the
 * field, so a single number is an hour rather than the start of one.
 */
export function typedTime(text: string, isComplete: boolean): string | undefined {
  const typed = text.trim();
  const found = /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(typed);
  // Four digits, such as 0330.
  const [, hours, minutes, seconds, half] = found ?? /^(\d{2})(\d{2})$/.exec(typed) ?? [];
  if (minutes === undefined && half === undefined && !isComplete) return undefined;
  const hour = hourOf(Number(hours), half?.toLowerCase());
  if (hour === undefined || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const parts = [String(hour).padStart(2, '0'), minutes ?? '00', seconds];
  return parts.filter(part => part !== undefined).join(':');
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'p' ? 12 : 0) : undefined;
}
