import { localizer } from '../platform/localize.ts';
import type { Uses } from './commandContext.ts';

interface Choosing<T extends string> {
  /** An argument that names one of the values makes the question unnecessary. */
  readonly given: unknown;
  readonly current: T;
  readonly values: readonly T[];
  readonly titles: Readonly<Record<T, () => string>>;
}

/** Asks for one of a few values; `undefined` when the user cancels. */
export async function chooseValue<T extends string>(
  context: Uses<'dialogs'>,
  title: string,
  { given, current, values, titles }: Choosing<T>,
): Promise<T | undefined> {
  const named = values.find(value => value === given);
  if (named !== undefined) return named;
  const choices = values.map(value => ({
    value,
    label: titles[value](),
    ...(value === current ? { description: localizer.t('current') } : {}),
  }));
  const chosen = await context.dialogs.pick(title, choices);
  return values.find(value => value === chosen);
}
