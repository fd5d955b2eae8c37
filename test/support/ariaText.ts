const weekday = '(?:Sun|Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?)(?:day)?';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';

/** Patterns for what depends on when a test runs, and their replacements. */
const passing: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${month} \\d+[\\s,\\d]*–[\\s,\\w]*\\d{4}`, 'g'), '‹week›'],
  [/time \([A-Z][\w/]+\)/g, 'time (‹zone›)'],
  [new RegExp(`${weekday}, ${month} \\d+(?:, \\d{4})?`, 'g'), '‹day›'],
  [new RegExp(`\\b${weekday} \\d+`, 'g'), '‹day›'],
  [/\b(as of|since) \d+:\d+/g, '$1 ‹time›'],
  [/\b(next run) [^"·\n]+/g, '$1 ‹time›'],
  [/; now(?=")/g, ''],
  // Their names repeat those of their cells.
  [/- '?row ".*"'?:$/gm, '- row:'],
];

/** Hours of the calendar that are over or beyond its range: their positions depend on the current hour. */
const empty = /^ *- (?:'?gridcell "‹day›, \d+:\d+–\d+:\d+: (?!runs).*|gridcell \[disabled\])$/;

/** An accessibility tree without what differs from day to day; repeated parts appear once. */
export function ariaText(snapshot: string): string {
  const text = passing.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), snapshot);
  const lines = text.split('\n').filter(line => !empty.test(line));
  const once = [1, 2, 3].reduce<readonly string[]>(withoutRepeats, lines);
  return `${once.join('\n').trimEnd()}\n`;
}

/** Drops blocks of this many lines that repeat the previous block. */
function withoutRepeats(lines: readonly string[], size: number): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const block = lines.slice(index, index + size);
    const isRepeat = block.length === size && block.join('\n') === kept.slice(-size).join('\n');
    if (!isRepeat) kept.push(...block.slice(0, 1));
    index += isRepeat ? size : 1;
  }
  return kept;
}
