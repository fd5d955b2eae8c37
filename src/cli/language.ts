import russian from '../../l10n/bundle.l10n.ru.json' with { type: 'json' };
import { createLocalizer, englishLocalizer, type Localizer } from '../util/localizer.ts';

const translations: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([['ru', russian]]);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The language of the locale, from the environment variables in POSIX order; English for languages without a
 * translation.
 */
export function localizerFor({ LC_ALL, LC_MESSAGES, LANG }: Environment): Localizer {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find(value => value !== undefined && value !== '') ?? '';
  const [language = ''] = locale.toLowerCase().split(/[_.@-]/);
  const translation = translations.get(language);
  if (translation === undefined) return englishLocalizer;
  const texts = new Map(Object.entries(translation));
  return createLocalizer(language, message => texts.get(message) ?? message);
}
