const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const two = (value: number) => String(value).padStart(2, '0');

/** Different schedules of the usual kinds. */
export function usualSchedule(index: number): string {
  const minute = Math.floor(index / 24);
  const time = `${two(index % 24)}${two(minute % 60)}${two(Math.floor(minute / 60) % 60)}`;
  const start = `DTSTART:2026${two(1 + (index % 10))}${two(1 + (index % 28))}T${time}Z`;
  const [first, second] = [days[index % 7], days[(index + 3) % 7]];
  const rules = [
    `RRULE:FREQ=DAILY;INTERVAL=${1 + (index % 4)}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${first},${second}`,
    `RRULE:FREQ=MONTHLY;BYMONTHDAY=${1 + (index % 28)}`,
    `RRULE:FREQ=MONTHLY;BYDAY=${1 + (index % 4)}${first}`,
    `RRULE:FREQ=HOURLY;INTERVAL=${1 + (index % 6)}`,
    `RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\nEXDATE:20261225T${time}Z`,
  ];
  return `${start}\n${rules[index % rules.length]}`;
}
