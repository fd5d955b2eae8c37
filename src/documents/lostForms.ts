/** An editor of a job or a group. */
export interface ObjectTab {
  readonly uri: string;
  readonly isForm: boolean;
}

/** Documents that are open as forms, but not as text. */
export function formsOnly(tabs: readonly ObjectTab[]): string[] {
  const texts = urisOf(tabs, false);
  return [...urisOf(tabs, true)].filter(uri => !texts.has(uri)).sort();
}

/** Documents that should be open as forms but are open only as text. */
export function lostForms(forms: ReadonlySet<string>, tabs: readonly ObjectTab[]): string[] {
  const open = urisOf(tabs, true);
  return [...urisOf(tabs, false)].filter(uri => forms.has(uri) && !open.has(uri));
}

/** Documents that should be open but are not. */
export function closedForms<T extends Pick<ObjectTab, 'uri'>>(
  forms: readonly T[],
  tabs: readonly ObjectTab[],
): T[] {
  const open = new Set(tabs.map(({ uri }) => uri));
  return forms.filter(({ uri }) => !open.has(uri));
}

function urisOf(tabs: readonly ObjectTab[], isForm: boolean): ReadonlySet<string> {
  return new Set(tabs.filter(tab => tab.isForm === isForm).map(({ uri }) => uri));
}
