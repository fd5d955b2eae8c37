import russian from '../../l10n/bundle.l10n.ru.json' with { type: 'json' };
import { createLocalizer, englishLocalizer, type Localizer } from '../util/localizer.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The language of the locale, from the environment variables in POSIX order; English for languages without a
 * translation.
 */
export function localizerFor({ LC_ALL, LC_MESSAGES, LANG }: Environment): Localizer {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find(value => value !== undefined && value !== '') ?? '';
  if (!/^ru(_|\.|@|-|$)/i.test(locale)) return englishLocalizer;
  const texts = new Map(Object.entries(russian));
  return createLocalizer('ru', message => texts.get(message) ?? message);
}
