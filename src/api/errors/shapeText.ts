import type { Localizer } from '../../util/localizer.ts';

type T = Localizer['t'];

/** zod's words for kinds of values. */
const kinds: Readonly<Record<string, (t: T) => string>> = {
  string: t => t('text'),
  number: t => t('a number'),
  int: t => t('a whole number'),
  boolean: t => t('true or false'),
  array: t => t('a list'),
  object: t => t('an object'),
  record: t => t('an object'),
  null: () => 'null',
  undefined: t => t('nothing'),
};

/** What does not fit in an answer, in the person's language; what has no words of its own stays as it is. */
export function shapeText(problem: string, { t }: Localizer): string {
  const [, expected = '', received = ''] =
    /^Invalid input: expected (\w+), received (\w+)$/.exec(problem) ?? [];
  const wanted = kinds[expected];
  const found = kinds[received];
  if (wanted !== undefined && found !== undefined)
    return t('expected: {expected}, found: {found}', { expected: wanted(t), found: found(t) });
  if (problem === 'Invalid input') return t('a value of another kind is expected');
  if (problem.startsWith('Too small')) return t('the value is too small');
  if (problem.startsWith('Too big')) return t('the value is too large');
  if (problem.startsWith('nested more than')) return t('it is nested too deeply');
  if (problem === 'a list of results') return t('a list of results is missing');
  if (problem === 'a link to the next page') return t('a link to the next page is missing or unusable');
  return problem;
}

/** The same for a row: `peers[0].hostname: …`. */
export function rowProblemText(problem: string, localizer: Localizer): string {
  const [, place = '', what = problem] = /^([^:]*: )?(.*)$/s.exec(problem) ?? [];
  return `${place === ': ' ? '' : place}${shapeText(what, localizer)}`;
}
