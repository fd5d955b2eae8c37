import type { FormChange } from '../../../src/pages/protocol/pageMessages.ts';
import type { Field } from './records.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the user types in a field; each number gives a different value, except for flags. */
export function typedValue(field: Field, number: number): unknown {
  if (field === 'name') return `Typed ${number}`;
  // The server trims the text and sorts the policies.
  if (field === 'params') return ` RRULE:FREQ=DAILY;COUNT=${number + 1} `;
  if (field === 'policies') return [number + 100, 7];
  return number % 2 === 0;
}

export function othersValue(field: Field, number: number, now: unknown): unknown {
  if (field === 'name') return `Others ${number}`;
  if (field === 'params') return `RRULE:FREQ=WEEKLY;COUNT=${number + 1}`;
  if (field === 'policies') return [number + 2_000];
  return now !== true;
}

/** The user's change of a list of devices: one of the existing devices is added or removed. */
export function typedDevices(now: unknown, devices: readonly string[], number: number): readonly string[] {
  const names = Array.isArray(now) ? now.map(String) : [];
  const device = devices[number % Math.max(1, devices.length)] ?? '';
  return names.includes(device) ? names.filter(name => name !== device) : [...names, device];
}

/** The fields that a new job needs, besides those typed, to be created. */
export function neededByNew({ name, policies }: Values): Values {
  const hasWork = Array.isArray(policies) && policies.length > 0;
  return { name: name === '' ? 'New job' : name, policies: hasWork ? policies : [1] };
}

export interface FormTyping {
  readonly change: FormChange;
  /** The field's value after the change. */
  readonly value: unknown;
}

/** The user's change in a form; `undefined` for a field that it does not show. */
export function formTyping(field: Field, number: number, { policies }: Values): FormTyping | undefined {
  if (field === 'name' || field === 'params') {
    const value = String(typedValue(field, number)).trim();
    return { change: { kind: 'text', field, value }, value };
  }
  if (field === 'enabled' || field === 'run_on_start') {
    const value = number % 2 === 0;
    return { change: { kind: 'flag', field, value }, value };
  }
  if (field !== 'policies') return undefined;
  const item = number + 500;
  const present = Array.isArray(policies) ? policies : [];
  return { change: { kind: 'add', field, items: [item] }, value: [...present, item] };
}

/** The same for the devices of a group. */
export function formDevices(now: unknown, devices: readonly string[], number: number): FormTyping {
  const value = typedDevices(now, devices, number);
  const present = Array.isArray(now) ? now.map(String) : [];
  const added = value.filter(name => !present.includes(name));
  const kind = added.length > 0 ? 'add' : 'remove';
  const items = added.length > 0 ? added : present.filter(name => !value.includes(name));
  return { change: { kind, field: 'server_set', items }, value };
}
