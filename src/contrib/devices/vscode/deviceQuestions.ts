import { deviceLabel, deviceNameKey } from '../../../api/model/device.ts';
import type { Group } from '../../../api/model/group.ts';
import { type DeviceReference, distinctReferences, referenceTo } from '../../../api/model/membership.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { readMost, unreadText } from '../../../workbench/notices/wholeLists.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, namesOf } from '../../../workbench/platform/objectNames.ts';
import { chooseOn, typeName } from '../../../workbench/servers/serverMarks.ts';
import {
  DeviceDirectory,
  type PastedDevices,
  type PasteNote,
  readPastedDevices,
} from '../common/pastedDevices.ts';

/**
 * Asks for devices: known ones, search results, or any that the user types or pastes. Those whose names are on the
 * clipboard are one choice if some of them are known.
 */
export async function askDevices(
  { dialogs, notices }: Uses<'dialogs' | 'notices'>,
  session: ServerSession,
  title: string,
  clipboard = '',
): Promise<PastedDevices | undefined> {
  await readMost({ dialogs, notices }, session);
  const known = findKnownReferences(session);
  const proposed = parsePasted(session, clipboard);
  const isProposed = proposed.devices.some(({ name }) => known.has(`name:${deviceNameKey(name)}`));
  const picked = await dialogs.pickOrType({
    title,
    placeholder: joinTexts(
      ' · ',
      t('Select devices, or type or paste host names and press Enter'),
      unreadText(session),
    ),
    hint: t('Select devices with the checkboxes, or type a full host name'),
    paste: t('Paste from Clipboard'),
    choices: [
      ...(isProposed ? [clipboardChoice(proposed.devices)] : []),
      ...Array.from(known.values(), ({ choice }) => choice),
    ],
    search: async typed => {
      // Without a response, known devices and typed names remain.
      const found = await session.devices.search(typed).catch(() => []);
      const isNew = (name: string) => !known.has(`name:${deviceNameKey(name)}`);
      const description = t('found by the server');
      return found.filter(isNew).map(name => ({ value: `found:${name}`, label: name, description }));
    },
  });
  if (picked === undefined) return undefined;
  const pasted = parsePasted(session, picked.typed);
  const isTaken = picked.values.includes(onClipboard);
  const chosen = picked.values
    .filter(value => value !== onClipboard)
    .map(value => known.get(value)?.reference ?? { name: value.slice('found:'.length) });
  return {
    devices: distinctReferences([...(isTaken ? proposed.devices : []), ...chosen, ...pasted.devices]),
    notes: isTaken ? [...proposed.notes, ...pasted.notes] : pasted.notes,
  };
}

const onClipboard = 'clipboard';

function clipboardChoice(devices: readonly DeviceReference[]) {
  return {
    value: onClipboard,
    label: plural('{count} device on the clipboard|{count} devices on the clipboard', devices.length),
    description: namesOf(devices, ({ name }) => name, 3),
  };
}

/** Parses pasted text as host names of the server's devices, which are read before. */
export async function readPasted(
  context: Uses<'dialogs' | 'notices'>,
  session: ServerSession,
  text: string,
): Promise<PastedDevices> {
  await readMost(context, session);
  return parsePasted(session, text);
}

function parsePasted(session: ServerSession, text: string): PastedDevices {
  return readPastedDevices(text, new DeviceDirectory(session.devices.all));
}

/** The known devices with unique keys, without duplicates. */
function findKnownReferences(session: ServerSession) {
  const known = new Map<string, { reference: DeviceReference; choice: { value: string; label: string } }>();
  for (const device of session.devices.all) {
    const reference = referenceTo(device);
    if (reference === undefined) continue;
    const value = `name:${deviceNameKey(reference.name)}`;
    const description = joinTexts(' · ', device.addr, device.status);
    const choice = { value, label: deviceLabel(device), description };
    if (!known.has(value)) known.set(value, { reference, choice });
  }
  return known;
}

export interface MembershipQuestion {
  readonly message: string;
  /** The possible actions, the most common one first. */
  readonly actions: readonly string[];
  readonly devices: readonly DeviceReference[];
  readonly notes?: PastedDevices['notes'];
  /** Additional remarks before the decision. */
  readonly remarks?: readonly string[];
}

/** Shows one prompt about the change; many remarks on pasted lines are first shown in an editor. */
export async function askMembership(
  { dialogs, reports }: Uses<'dialogs' | 'reports'>,
  { server }: Pick<ServerSession, 'server'>,
  { message, actions, devices, notes = [], remarks = [] }: MembershipQuestion,
): Promise<string | undefined> {
  const lines = notes.map(noteText);
  if (lines.length > maxNotesInQuestion)
    await reports.show({
      key: 'pastedLines',
      title: t('Pasted Lines'),
      read: async () => linkText(lines),
    });
  const hidden = lines.length - maxNotesInQuestion;
  const more = hidden > 0 ? [plural('{count} more line|{count} more lines', hidden)] : [];
  const detail = joinTexts(
    '\n\n',
    deviceNames(devices, 10),
    ...remarks,
    [...lines.slice(0, maxNotesInQuestion), ...more].join('\n'),
  );
  const chosen = await chooseOn(server, dialogs, { message, detail, actions });
  if (chosen === undefined || server.production !== true) return chosen;
  return (await typeName(server, dialogs, chosen)) ? chosen : undefined;
}

/** "“PC-1”, “PC-2”, “PC-3” and 4 more". */
export function deviceNames(devices: readonly DeviceReference[], atMost: number): string {
  return namesOf(distinctReferences(devices), ({ name, id }) => name || `#${id ?? ''}`, atMost);
}

/** "“Office” and “Lab”". */
export function groupNames(groups: readonly Group[]): string {
  return namesOf(groups, groupTitle, 5);
}

/** The number of lines that fit into a prompt; more are shown in an editor. */
const maxNotesInQuestion = 8;

const noteTexts = {
  blank: 'Line {line} is blank.',
  noGroup: 'Line {line} has no group name and was skipped: {text}',
  header: 'Line {line} is a heading: {text}',
  unclosedQuote: 'Line {line} has a quotation mark that is not closed: {text}',
  tooLong: 'Line {line} is too long for a host name and was skipped: {text}',
  damaged: 'Line {line} has characters that are not allowed in a host name and was skipped: {text}',
  unknown: 'Line {line}: {text} is not in any known group or job.',
  duplicate: 'Line {line}: {text} is also in line {first}.',
  otherCase: 'Line {line}: {text} differs only in case from line {first}.',
  sameDevice: 'Line {line}: {text} is the same device as in line {first}.',
  alias: 'Line {line}: {text} is the device {name}.',
} as const;

/** Describes a note about pasted text in one line. */
export function noteText(note: PasteNote): string {
  const words = { ...note, text: displayText(note.text, 60) };
  if (words.kind === 'alias') return t(noteTexts.alias, { ...words, name: displayText(words.name, 60) });
  if (words.kind !== 'shared') return t(noteTexts[words.kind], words);
  return plural(
    'Line {line}: {count} device is named {text}; the server decides which one is meant.|Line {line}: {count} devices are named {text}; the server decides which one is meant.',
    words.count,
    words,
  );
}
