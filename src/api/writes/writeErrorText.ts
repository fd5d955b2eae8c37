import { assertNever } from '../../base/assertNever.ts';
import { displayText } from '../../base/displayText.ts';
import type { Localizer } from '../../base/localizer.ts';
import { fieldLabel } from '../fields/objectFields.ts';
import { deviceLabel } from '../model/device.ts';
import type { Guard, StoredDifference, WriteError } from './writeResult.ts';

export function writeErrorText({ failure }: WriteError, localizer: Localizer, server?: string): string {
  const { t } = localizer;
  switch (failure.kind) {
    case 'conflict':
      return t('Changed on the server in the meantime, so nothing was sent: {fields}.', {
        fields: failure.fields.map(field => fieldLabel(field, localizer)).join(', '),
      });
    case 'anotherObject':
      return t('The ID of “{name}” now belongs to “{found}” on the server. Nothing was changed.', {
        name: nameOf(failure.name, localizer),
        found: nameOf(failure.found, localizer),
      });
    case 'created':
      return t('“{name}” was created on the server in the meantime, so nothing was sent.', {
        name: nameOf(failure.name, localizer),
      });
    case 'unnameable':
      return t(
        'Writing the list would remove devices that a request cannot identify: {devices}. Nothing was changed.',
        { devices: firstNames(failure.devices.map(deviceLabel)) },
      );
    case 'notSent':
      return t(guardTexts[failure.guard]);
    case 'otherTarget':
      return t(
        'The target group “{name}” (#{id}) was deleted, renamed or replaced on the server in the meantime. Nothing was changed.',
        { name: nameOf(failure.name, localizer), id: failure.id },
      );
    case 'targeted':
      return t('The job “{name}” also targets this group by now, so the group was not deleted.', {
        name: nameOf(failure.name, localizer),
      });
    case 'devicesNotAdded':
      return t('The devices were not added to the other group, so they stay here.');
    case 'held':
      return t('“{name}” is already being undone, or was undone, by another run. Nothing was sent.', {
        name: nameOf(failure.name, localizer),
      });
    case 'storedOtherwise':
      return storedText(failure.differences, localizer, server);
    default:
      return assertNever(failure);
  }
}

const guardTexts = {
  readOnly: 'This server is marked as read-only, so nothing was sent. Run “Edit Server…” to change that.',
  becameProduction:
    'The server was marked as a production server in the meantime, so nothing was sent. Run the command again.',
  serverChanged:
    'The server was removed or its URL has changed in the meantime, so nothing was sent. Run the command again.',
} as const satisfies Readonly<Record<Guard, string>>;

/** "The server accepted the change but stored something else. Enabled: false instead of true." */
function storedText(
  differences: readonly StoredDifference[],
  localizer: Localizer,
  server: string | undefined,
): string {
  const { t } = localizer;
  if (differences.length === 0)
    return t('The server accepted the request, but the object is still there. Refresh and check it.');
  const fields = differences.map(({ field, asked, stored }) =>
    t('{field}: {stored} instead of {asked}', {
      field: fieldLabel(field, localizer),
      stored: valueText(stored),
      asked: valueText(asked),
    }),
  );
  const words = { fields: fields.join('; '), server: displayText(server ?? '', 60) };
  return server === undefined
    ? t('The server accepted the change, but stored something else. {fields}.', words)
    : t('“{server}” accepted the change, but stored something else. {fields}.', words);
}

function valueText(value: unknown): string {
  return value === undefined ? '–' : displayText(JSON.stringify(value), 120);
}

function nameOf(name: string, { t }: Localizer): string {
  return displayText(name, 80) || t('no name');
}

function firstNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(name => displayText(name, 60));
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
