import { ExplainedError } from '../../base/explainedError.ts';
import { formatInteger, type Localizer } from '../../base/localizer.ts';
import type { Coverage } from './wholeReading.ts';

export type ListName = 'jobs' | 'groups';

/** A list was needed whole, but some of its rows may be missing. */
export class IncompleteListError extends ExplainedError {
  override readonly name = 'IncompleteListError';
  override readonly kind = 'incomplete';
  readonly list: ListName;
  readonly coverage: Coverage;

  constructor(list: ListName, coverage: Coverage) {
    super(`the list of ${list} is not whole: ${coverage.kind}`);
    this.list = list;
    this.coverage = coverage;
  }

  explain(localizer: Localizer): string {
    return `${lackText(this.list, this.coverage, localizer) ?? ''} ${localizer.t('Nothing was changed.')}`;
  }
}

/** Throws `IncompleteListError` if reading the list to its end did not make it whole. */
export function throwIfLacking(list: ListName, coverage: Coverage): void {
  if (coverage.kind === 'missing' || coverage.kind === 'changing')
    throw new IncompleteListError(list, coverage);
}

/** Why a list is not whole although its last page was read, as a sentence; `undefined` for other reasons. */
export function lackText(
  list: ListName,
  { kind, read, total }: Coverage,
  { t, language }: Localizer,
): string | undefined {
  if (kind === 'changing')
    return list === 'jobs'
      ? t('Some jobs may be missing: the list changed each time while it was read. Try again.')
      : t('Some groups may be missing: the list changed each time while it was read. Try again.');
  if (kind !== 'missing') return undefined;
  if (total === undefined || read >= total)
    return list === 'jobs'
      ? t('Some jobs are missing: the server has more of them but returned no link to the next page.')
      : t('Some groups are missing: the server has more of them but returned no link to the next page.');
  const counted = { total: formatInteger(total, language) };
  return list === 'jobs'
    ? t(
        'Some jobs are missing: the server counts {total}, but returned fewer and no link to the others.',
        counted,
      )
    : t(
        'Some groups are missing: the server counts {total}, but returned fewer and no link to the others.',
        counted,
      );
}
