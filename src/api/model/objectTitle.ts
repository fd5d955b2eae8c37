import { displayText } from '../../base/displayText.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { ObjectKind } from '../fields/objectFields.ts';

interface TitledObject {
  readonly kind: ObjectKind;
  readonly id?: number | undefined;
  readonly name: string;
  readonly dn?: string;
}

/** What the user reads instead of the name: never empty (decision 34). */
export function objectTitle({ kind, id, name, dn = '' }: TitledObject, { t }: Localizer): string {
  const text = displayText(name) || displayText(dn);
  if (text !== '') return text;
  if (id !== undefined) return kind === 'job' ? t('Job #{id}', { id }) : t('Group #{id}', { id });
  return kind === 'job' ? t('Job without a name') : t('Group without a name');
}
