import { getOrAdd } from './collections.ts';

/** Message arguments: `{name}` in the message is replaced by the value of `name`. */
type MessageArgs = Readonly<Record<string, string | number>>;

/**
 * Translates English source messages into the user's language. The English text is the key, as in `vscode.l10n`.
 * Layers that must not import `vscode` receive a localizer.
 */
export interface Localizer {
  /** BCP 47 language tag, for example `en` or `ru`. */
  readonly language: string;
  t(message: string, args?: MessageArgs): string;
  /**
   * Picks the plural form for `count`. `forms` holds the English forms separated by `|`
   * (`"{count} device|{count} devices"`); a translation holds as many forms as its language needs, in
   * the order of the Unicode plural categories (Russian: one, few, many).
   */
  plural(forms: string, count: number, args?: MessageArgs): string;
}

export type Translate = (message: string) => string;

export function createLocalizer(language: string, translate: Translate): Localizer {
  return {
    language,
    t: (message, args = {}) => fillIn(translate(message), args),
    plural: (forms, count, args = {}) => {
      const translated = translate(forms).split('|');
      return fillIn(pluralForm(translated, language, count), {
        count: formatInteger(count, language),
        ...args,
      });
    },
  };
}

/** English, for plain Node programs and as the fallback for every other language. */
export const englishLocalizer: Localizer = createLocalizer('en', message => message);

function fillIn(message: string, args: MessageArgs): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(args, name) ? String(args[name]) : placeholder,
  );
}

const categoryOrder: readonly Intl.LDMLPluralRule[] = ['one', 'few', 'many', 'other'];

function pluralForm(forms: readonly string[], language: string, count: number): string {
  // A missing translation leaves the two English forms, so English plural rules apply.
  const category = pluralRules(forms.length === 2 ? 'en' : language).select(count);
  return forms[Math.min(categoryOrder.indexOf(category), forms.length - 1)] ?? forms[0] ?? '';
}

/** A count with thousands separators. Below 1,000 it is the same in all languages of VS Code. */
export function formatInteger(count: number, language: string): string {
  return count < 1_000 ? String(count) : integerFormat(language).format(count);
}

/** Creating the first of these takes longer than everything else before the first rows. */
const pluralRules = rememberFormats(language => new Intl.PluralRules(language));
const integerFormat = rememberFormats(language => new Intl.NumberFormat(language));

function rememberFormats<T>(create: (language: string) => T): (language: string) => T {
  const known = new Map<string, T>();
  return language => getOrAdd(known, language, () => create(language));
}
