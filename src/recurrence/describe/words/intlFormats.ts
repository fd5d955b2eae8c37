/** The formats of one language; made once, for making them is slow. All read wall times as UTC. */
export interface IntlFormats {
  longDate(wallMs: number): string;
  shortDate(wallMs: number): string;
  shortDateWithYear(wallMs: number): string;
  and(items: readonly string[]): string;
  plural(count: number): Intl.LDMLPluralRule;
}

export function intlFormats(language: string): IntlFormats {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dateFormat = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (wallMs: number) => dateFormat.format(wallMs);
  };
  const listFormat = new Intl.ListFormat(language, { type: 'conjunction' });
  const pluralRules = new Intl.PluralRules(language);
  return {
    longDate: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDate: format({ day: 'numeric', month: 'short' }),
    shortDateWithYear: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    and: items => listFormat.format(items),
    plural: count => pluralRules.select(count),
  };
}
