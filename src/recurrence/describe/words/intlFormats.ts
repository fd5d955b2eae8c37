/**
 * The formats of one language. Creating them is slow, so each is created on first use and reused. All format wall
 * times as UTC.
 */
export function intlFormats(language: string, listLanguage = language) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dateFormat = once(() => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }));
    return (wallMs: number) => dateFormat().format(wallMs);
  };
  const andFormat = once(() => new Intl.ListFormat(listLanguage, { type: 'conjunction' }));
  const orFormat = once(() => new Intl.ListFormat(listLanguage, { type: 'disjunction' }));
  const pluralRules = once(() => new Intl.PluralRules(language));
  return {
    longDate: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDate: format({ day: 'numeric', month: 'short' }),
    shortDateWithYear: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    and: (items: readonly string[]) => andFormat().format(items),
    or: (items: readonly string[]) => orFormat().format(items),
    plural: (count: number) => pluralRules().select(count),
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
