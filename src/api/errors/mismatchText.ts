import type { Mismatch, ValueKind } from '../../model/mismatch.ts';
import type { Localizer } from '../../util/localizer.ts';

/** The mismatch and its place: `peers[0].hostname: …`. */
export function mismatchText(mismatch: Mismatch, localizer: Localizer): string {
  const problem = mismatchProblem(mismatch, localizer);
  return mismatch.path === '' ? problem : `${mismatch.path}: ${problem}`;
}

/** The same without its place. */
export function mismatchProblem(mismatch: Mismatch, { t }: Localizer): string {
  switch (mismatch.code) {
    case 'kind':
      return t('expected: {expected}, found: {found}', {
        expected: kindText(mismatch.expected, t),
        found: kindText(mismatch.received, t),
      });
    case 'value':
      return t('the value is not valid here');
    case 'tooSmall':
      return t('the value is too small');
    case 'tooLarge':
      return t('the value is too large');
    case 'tooDeep':
      return t('it is nested too deeply');
    case 'resultsMissing':
      return t('the list of results is missing');
    case 'badNextLink':
      return t('the link to the next page is missing or invalid');
  }
}

function kindText(kind: ValueKind, t: Localizer['t']): string {
  const texts: Readonly<Record<ValueKind, string>> = {
    string: t('text'),
    number: t('a number'),
    integer: t('a whole number'),
    boolean: t('true or false'),
    array: t('a list'),
    object: t('an object'),
    null: 'null',
    undefined: t('nothing'),
  };
  return texts[kind];
}
