import type { Mismatch, ValueKind } from '../../model/mismatch.ts';
import type { Localizer } from '../../util/localizer.ts';

/** The mismatch with its path: `peers[0].hostname: …`. */
export function mismatchText(mismatch: Mismatch, localizer: Localizer): string {
  const problem = mismatchProblem(mismatch, localizer);
  return mismatch.path === '' ? problem : `${mismatch.path}: ${problem}`;
}

const texts = {
  kind: 'expected: {expected}, found: {found}',
  value: 'the value is not valid here',
  tooSmall: 'the value is too small',
  tooLarge: 'the value is too large',
  tooDeep: 'it is nested too deeply',
  tooManyValues: 'its undocumented fields have more than 200,000 values',
  resultsMissing: 'the list of results is missing',
  badNextLink: 'the link to the next page is missing or invalid',
} as const;

const kindTexts = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  undefined: 'nothing',
} as const;

/** The mismatch without its path. */
export function mismatchProblem(mismatch: Mismatch, { t }: Localizer): string {
  const text = texts[mismatch.code];
  if (mismatch.code !== 'kind') return t(text);
  const kindText = (kind: ValueKind) => (kind === 'null' ? kind : t(kindTexts[kind]));
  return t(text, { expected: kindText(mismatch.expected), found: kindText(mismatch.received) });
}
