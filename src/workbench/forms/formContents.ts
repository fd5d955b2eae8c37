import type * as vscode from 'vscode';
import { holdsDevices, type ListField, type ListItem, listFields } from '../../api/fields/objectFields.ts';
import type { Draft } from '../../api/model/draft.ts';
import { type Conflict, findConflict } from '../../api/model/saveDecision.ts';
import { displayText } from '../../base/displayText.ts';
import { jsonEqual, listOf } from '../../base/json.ts';
import type { FormStatus, FormValues, HostMessage } from '../../pages/protocol/hostMessages.ts';
import type { FormChange } from '../../pages/protocol/pageMessages.ts';
import type { Unsigned } from '../../pages/protocol/signature.ts';
import type { ScheduleDetails, ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { OpenDocument } from '../documents/openDocument.ts';
import { changedFieldsText } from '../platform/fieldLabels.ts';
import { t } from '../platform/localize.ts';
import { markName } from '../servers/serverMarks.ts';
import type { FormParts } from './formParts.ts';
import { formProblems, formValues, readForm } from './formReading.ts';
import {
  additionNotice,
  formRows,
  formTexts,
  issueTexts,
  liveFacts,
  noLiveFacts,
  scheduleTexts,
  statusText,
} from './formRows.ts';
import { deviceCountTexts, deviceListWarning } from './targetText.ts';

const shownRuns = 10;
const reusedForMs = 1_000;

interface ShownVersion {
  readonly number: number;
  readonly draft: Draft | undefined;
}

/** The heading of an object without a name, and the line below the heading. */
const titles = {
  job: { title: 'Job #{id}', place: 'Job #{id} on {server}' },
  group: { title: 'Group #{id}', place: 'Group #{id} on {server}' },
} as const;
const newTitles = {
  job: { title: 'New Job', place: 'New job on {server}' },
  group: { title: 'New Group', place: 'New group on {server}' },
} as const;

type MessageOf<Type extends HostMessage['type']> = Unsigned<Extract<HostMessage, { type: Type }>>;

/** Creates the messages for a page: the document's object, its text, and how it compares with the server. */
export class FormContents {
  readonly #parts: FormParts;
  readonly #document: OpenDocument;
  readonly #text: vscode.TextDocument;
  readonly #schedules = new RecentDetails(Date.now);
  /** The values that the page has. */
  #sent: FormValues = {};
  /** The server version that the page last showed as conflicting with the text. */
  #shown: ShownVersion = { number: 0, draft: undefined };

  constructor(parts: FormParts, document: OpenDocument, text: vscode.TextDocument) {
    this.#parts = parts;
    this.#document = document;
    this.#text = text;
  }

  /** The first message to a page, which has nothing yet. */
  setup(): MessageOf<'setup'> {
    this.#sent = {};
    const { objectKind: kind } = this.#document.ref;
    return {
      type: 'setup',
      isNew: this.#document.id === undefined,
      ...this.#titles(),
      texts: formTexts(),
      fields: formRows(kind),
      folds: this.#parts.folds.get(),
      schedule: {
        texts: scheduleTexts(),
        issues: issueTexts(),
        readerZone: this.#parts.schedules.readerZone,
      },
    };
  }

  /** The fields that the page does not have yet; `acknowledged` is the page's last change that they include. */
  document(acknowledged: number): MessageOf<'document' | 'unreadable'> {
    const reading = this.#read();
    if (reading.kind === 'unreadable') {
      this.#sent = {};
      return { type: 'unreadable', problems: [...reading.problems] };
    }
    const { draft } = reading;
    const { outcome, ref } = this.#document;
    const { objectKind: kind } = ref;
    const values = formValues(draft, kind);
    const news = findChangedValues(this.#sent, values);
    this.#sent = values;
    return {
      type: 'document',
      acknowledged,
      values: news,
      problems: formProblems([...reading.problems, ...outcome.serverProblems], draft),
      isSaveTried: outcome.hasFailed,
      name: displayText(String(draft['name'] ?? ''), 120),
      ...(kind === 'job' ? this.#jobFacts(draft) : { deviceCount: '', devices: '' }),
      deviceWarning: deviceListWarning(draft, this.#document),
    };
  }

  /** The members of all lists. */
  chosen(): ReadonlyMap<ListField, readonly ListItem[]> {
    const reading = this.#read();
    if (reading.kind === 'unreadable') return new Map();
    const values = formValues(reading.draft, this.#document.ref.objectKind);
    return new Map(listFields.map(field => [field, values[field] ?? []]));
  }

  status(): MessageOf<'status'> {
    const { isDirty } = this.#text;
    const { outcome, versions, isDeleted } = this.#document;
    const save = outcome.state;
    const reading = this.#read();
    const conflict =
      reading.kind === 'readable' && isDirty && versions !== undefined
        ? findConflict(versions.base, reading.draft, versions.latest)
        : undefined;
    if (conflict !== undefined && versions?.latest !== this.#shown.draft)
      this.#shown = { number: this.#shown.number + 1, draft: versions?.latest };
    const text = save.kind === 'failed' ? save.text : statusText(save.kind, isDirty, this.#document);
    const status = {
      kind: save.kind,
      text: displayText(text, 1_000),
      canSave: isDirty || isDeleted,
      conflict: conflictText(conflict),
      keepBoth: mergeOffer(conflict),
      version: this.#shown.number,
    };
    return { type: 'status', status };
  }

  /** The server version that a page shows under this number; `undefined` if it is no longer shown. */
  shown(version: number): Draft | undefined {
    return version === this.#shown.number ? this.#shown.draft : undefined;
  }

  /** Descriptions of schedules that the page only proposes, in the same words as the document's own. */
  descriptions(schedules: readonly string[]): MessageOf<'descriptions'> {
    const outlook = this.#outlook;
    const nowMs = Date.now();
    const descriptions = schedules.map(schedule => ({
      schedule,
      sentence: outlook.sentence(schedule, nowMs),
    }));
    return { type: 'descriptions', descriptions };
  }

  /** The job's status as last read, its next run, and what contributions say of it. */
  live(): MessageOf<'live'> {
    const { id, ref } = this.#document;
    const session = ref.objectKind === 'job' ? this.#session : undefined;
    if (session === undefined || id === undefined) return { type: 'live', facts: noLiveFacts };
    const reading = this.#read();
    const draft = reading.kind === 'readable' ? reading.draft : {};
    const facts = liveFacts(session.statuses.get(id), draft, this.#outlook);
    const notes = this.#parts.formNotes.flatMap(({ notesOf }) => notesOf(id, session, this.#outlook));
    return { type: 'live', facts, notes };
  }

  /** The effect of adding devices: how many are new, already listed, or unknown; '' for other changes. */
  notice(change: FormChange): string {
    if (change.kind !== 'add' || !holdsDevices(change.field)) return '';
    const reading = this.#read();
    const present = reading.kind === 'readable' ? reading.draft[change.field] : undefined;
    const targets = this.#session?.targets;
    const isKnown = (name: string) => targets === undefined || targets.isKnown(name);
    return additionNotice(change.items.map(String), listOf(present), isKnown);
  }

  get #session(): ServerSession | undefined {
    return this.#document.knownSession;
  }

  #read() {
    return readForm(this.#text.getText(), this.#document.ref.objectKind, this.#document.id === undefined);
  }

  #titles() {
    const { id, ref } = this.#document;
    const { objectKind: kind, serverId } = ref;
    const config = this.#session?.server;
    const server = config === undefined ? displayText(serverId, 80) : markName(config);
    const { title, place } = id === undefined ? newTitles[kind] : titles[kind];
    return {
      title: t(title, { id: id ?? '' }),
      place: t(place, { id: id ?? '', server }),
      isProduction: config?.production === true,
    };
  }

  get #outlook() {
    return this.#parts.schedules.of(this.#session?.server);
  }

  /** The texts about a job's schedule and targets. */
  #jobFacts(draft: Draft) {
    return {
      schedule: this.#schedules.of(String(draft['params'] ?? ''), this.#outlook),
      ...deviceCountTexts(draft, this.#document),
    };
  }
}

/** Names the fields that others have changed and that differ from the text (decision 15). */
function conflictText(conflict: Conflict | undefined): string {
  if (conflict === undefined) return '';
  return `${changedFieldsText(conflict.fields)} ${t('Saving would overwrite these changes.')}`;
}

function mergeOffer(conflict: Conflict | undefined): FormStatus['keepBoth'] {
  if (conflict?.merge === undefined) return 'no';
  return conflict.merge.isAdditionsOnly ? 'default' : 'possible';
}

/** The fields that have changed, so that long lists are not sent again with each keystroke. */
function findChangedValues(before: FormValues, after: FormValues): FormValues {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !jsonEqual(known.get(key), value)),
  );
}

/** The details of one form's schedule, computed again when the text or the zone changes, or after a second. */
export class RecentDetails {
  readonly #now: () => number;
  #last: { params: string; outlook: unknown; builtMs: number; details: ScheduleDetails } | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  of(params: string, outlook: Pick<ScheduleOutlook, 'details'>): ScheduleDetails {
    const last = this.#last;
    const builtMs = this.#now();
    const isRecent = last !== undefined && Math.abs(builtMs - last.builtMs) < reusedForMs;
    if (isRecent && last.params === params && last.outlook === outlook) return last.details;
    const details = outlook.details(params, builtMs, shownRuns);
    this.#last = { params, outlook, builtMs, details };
    return details;
  }
}
