import { jobFields } from '../../api/fields/jobFields.ts';
import type { LabeledField, ListField } from '../../api/fields/objectFields.ts';
import { byWriteName, type Device, deviceLabel } from '../../api/model/device.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import type { Choice } from '../../pages/protocol/hostMessages.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { plural } from '../platform/localize.ts';
import { groupTitle } from '../platform/objectNames.ts';
import { type Labels, usesOfIds } from '../servers/labels.ts';

export type KnownLabels = Pick<Labels, 'get' | 'ids'>;

const longestLabel = 500;

/** The choices for a list of a job or a group, from the loaded objects of the server. */
export function choicesFor(session: ServerSession, labels: KnownLabels, field: ListField): readonly Choice[] {
  switch (field) {
    case 'groups':
      return groupChoices(session);
    case 'peers':
    case 'server_set':
      return deviceChoices(session.devices.all);
    case 'report_formats':
      return formatChoices(session);
    default:
      return idChoices(session, labels, field);
  }
}

function groupChoices({ groups }: ServerSession): Choice[] {
  return groups.entries.map(({ key, group }) => ({
    value: groups.identity.known(group) ?? null,
    key,
    label: displayText(groupTitle(group), longestLabel),
    detail: joinTexts(
      ' · ',
      plural('{count} device|{count} devices', group.server_set.length),
      displayText(group.dn, 120),
    ),
  }));
}

function deviceChoices(devices: readonly Device[]): Choice[] {
  return [...byWriteName(devices)].map(([value, device]) => {
    const address = device.addr.trim();
    const detail = [address, device.status].filter(word => word !== '' && word !== value);
    return {
      value,
      label: displayText(deviceLabel(device), longestLabel),
      detail: displayText(detail.join(' · '), 120),
      ...(address === '' || address === value ? {} : { alias: address }),
    };
  });
}

/** IDs without names: those that other jobs use, and those that the user has named (decision 23). */
function idChoices(session: ServerSession, labels: KnownLabels, field: LabeledField): Choice[] {
  return [...usesOfIds(session, labels, field)]
    .sort(([a], [b]) => a - b)
    .map(([id, count]) => {
      const label = labels.get(session.server.id, field, id);
      const inJobs = count > 0 && plural('in {count} job|in {count} jobs', count);
      return {
        value: id,
        label: label === undefined ? `#${id}` : displayText(label, longestLabel),
        detail: joinTexts(' · ', label !== undefined && `#${id}`, inJobs),
      };
    });
}

function formatChoices(session: ServerSession): Choice[] {
  const seen = session.jobs.jobs.flatMap(job => job.report_formats);
  return [...new Set<string>([...jobFields.report_formats.examples, ...seen])].map(format => ({
    value: format,
    label: displayText(format, 60),
    detail: '',
  }));
}
