declare global {
  namespace Intl {
    /** The standard method, and the property that preceded it in some engines. */
    interface Locale {
      getWeekInfo?(): { readonly firstDay: number };
      readonly weekInfo?: { readonly firstDay: number };
    }
  }
}

/** The first day of a week in a locale, where 0 is Monday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale);
  const { firstDay = 1 } = known.getWeekInfo?.() ?? known.weekInfo ?? {};
  return firstDay - 1;
}

/** A language with the user's region, if one of the user's locales has both. */
export function regionalLocale(language: string, locales: readonly string[]): string {
  return locales.find(locale => locale.startsWith(`${language}-`)) ?? language;
}
