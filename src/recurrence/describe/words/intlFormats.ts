/**
 * The formats of one language, each created once and on first use, because creating them is slow. All read wall times
 * as UTC.
 */
export interface IntlFormats {
  longDate(wallMs: number): string;
  shortDate(wallMs: number): string;
  shortDateWithYear(wallMs: number): string;
  /** Month and year as they follow a day: "January 2027". */
  longMonth(wallMs: number): string;
  and(items: readonly string[]): string;
  plural(count: number): Intl.LDMLPluralRule;
}

export function intlFormats(language: string): IntlFormats {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dateFormat = once(() => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }));
    return (wallMs: number) => dateFormat().format(wallMs);
  };
  const longDate = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const listFormat = once(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  const pluralRules = once(() => new Intl.PluralRules(language));
  return {
    longDate,
    shortDate: format({ day: 'numeric', month: 'short' }),
    shortDateWithYear: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    longMonth: wallMs => longDate(wallMs).replace(/^\d+ /, ''),
    and: items => listFormat().format(items),
    plural: count => pluralRules().select(count),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
