import assert from 'node:assert/strict';
import type { FormPageOptions } from './formPage.ts';
import { nameOf, type ShownPage } from './shownPage.ts';

export const addDevices = 'Add devices by host name or address';

/** A document of a group with these members, on a server that has the devices pc-1 to pc-`known`. */
export function groupOf(members: readonly string[], known = 3): FormPageOptions {
  const devices = Array.from({ length: known }, (_, index) => ({
    hostname: `pc-${index + 1}`,
    addr: `10.0.0.${index + 1}`,
    status: 'online',
  }));
  return {
    kind: 'group',
    text: JSON.stringify({ name: 'One', server_set: members }),
    before: ({ memoryServer }) => void memoryServer.groups.set(1, { name: 'One', server_set: devices }),
  };
}

/** The field that adds to a list. */
export const boxOf = (page: ShownPage, label = addDevices) => page.get('combobox', label);

/** The options of that field; none while it is closed. */
export const offersOf = (page: ShownPage, label = addDevices) => rowsOf(page, label).map(nameOf);

/** The visible members of a list. */
export const membersOf = (page: ShownPage, label = 'Devices') => rowsOf(page, label).map(nameOf);

export function rowsOf(page: ShownPage, label: string): HTMLElement[] {
  return page.all('listbox', label).flatMap(list => page.all('option', undefined, list));
}

export function rowOf(page: ShownPage, label: string, name: string): HTMLElement {
  return rowsOf(page, label).find(row => nameOf(row) === name) ?? assert.fail(name);
}

/** The option that a screen reader announces while the focus stays in the field or in the list. */
export function currentOf(element: Element): string | undefined {
  const option = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  return option === null ? undefined : nameOf(option);
}

/** Whether keys reach the browser and VS Code, which receives what arrives at the document. */
export async function leaves(page: ShownPage, keys: string): Promise<boolean> {
  let isLeft = false;
  const hear = ({ key, defaultPrevented }: KeyboardEvent) => {
    isLeft ||= !defaultPrevented && !/^(Control|Meta|Alt|Shift)$/.test(key);
  };
  document.addEventListener('keydown', hear);
  await page.press(keys);
  document.removeEventListener('keydown', hear);
  return isLeft;
}
