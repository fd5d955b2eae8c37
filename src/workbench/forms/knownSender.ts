import { deviceFields, jobListFields, type ListField, type ListItem } from '../../api/fields/objectFields.ts';
import type { ScheduledCall } from '../../base/clock.ts';
import type { Choice } from '../../pages/protocol/hostMessages.ts';
import { choicesFor } from '../documents/listChoices.ts';
import type { OpenDocument } from '../documents/openDocument.ts';
import type { FormParts } from './formParts.ts';

/** Debounce of changes that arrive together. */
const pauseMs = 150;

/**
 * Sends a page the choices for its lists, and again only if they have changed. `refresh` updates what else depends on
 * known objects.
 */
export function sendKnown(
  { labels, sessions, notices, clock }: FormParts,
  document: OpenDocument,
  send: (field: ListField, choices: readonly Choice[]) => void,
  refresh: () => void,
) {
  const fields = document.ref.objectKind === 'job' ? jobListFields : [deviceFields.group];
  const sent = new Map<ListField, string>();
  let pending: ScheduledCall | undefined;
  let hasBegun = false;

  const choicesOf = (field: ListField) => {
    const session = document.knownSession;
    return session === undefined ? undefined : choicesFor(session, labels, field);
  };
  const sendNews = () => {
    pending = undefined;
    let hasNews = false;
    for (const field of fields) {
      const choices = choicesOf(field);
      const signature = JSON.stringify(choices);
      if (choices === undefined || sent.get(field) === signature) continue;
      sent.set(field, signature);
      send(field, choices);
      hasNews = true;
    }
    if (hasNews) refresh();
  };
  const sendSoon = () => {
    if (hasBegun) pending ??= clock.schedule(pauseMs, sendNews);
  };
  const subscriptions = [
    labels.onDidChange(sendSoon),
    sessions.onDidChange(sendSoon),
    sessions.onDidChangeObjects(({ server }) => {
      if (server.id === document.ref.serverId) sendSoon();
    }),
  ];

  return {
    sendSoon,
    /** Sends the choices for these list members; all other choices follow later. */
    sendChosen: (chosen: ReadonlyMap<ListField, readonly ListItem[]>): void => {
      for (const [field, items] of chosen) {
        const members = new Set<unknown>(items);
        const choices = choicesOf(field)?.filter(
          ({ value, alias }) => members.has(value) || members.has(alias),
        );
        if (choices !== undefined && items.length > 0) send(field, choices);
      }
    },
    /** Call when a page has loaded: sends what is known immediately, and the rest once it is read. */
    begin: async (): Promise<void> => {
      hasBegun = true;
      sent.clear();
      pending?.dispose();
      sendNews();
      const session = document.knownSession;
      if (session === undefined) return;
      try {
        await Promise.all([session.groups.whole(), session.jobs.whole()]);
        await session.groups.identity.resolveFromJobs();
      } catch (error) {
        // Forms work without suggestions; the views report an unreadable server.
        await notices.note(error, session.server);
      }
      sendSoon();
    },
    dispose: (): void => {
      pending?.dispose();
      hasBegun = false;
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
