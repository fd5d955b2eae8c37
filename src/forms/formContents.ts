import type * as vscode from 'vscode';
import type { OpenDocument } from '../documents/openDocument.ts';
import {
  deviceFields,
  holdsDevices,
  isIdList,
  type ListField,
  type ListItem,
  listFields,
} from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { type Conflict, findConflict } from '../model/saveDecision.ts';
import { changedFieldsText } from '../platform/fieldLabels.ts';
import { t } from '../platform/localize.ts';
import type { FormChange } from '../protocol/formChange.ts';
import type { FormStatus, HostMessage } from '../protocol/hostMessages.ts';
import type { Unsigned } from '../protocol/signature.ts';
import { markName } from '../servers/serverMarks.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { listOf } from '../util/json.ts';
import type { FormParts } from './formParts.ts';
import { formProblems, formValues, readForm } from './formReading.ts';
import { additionNotice, formRows, formTexts, issueTexts, scheduleTexts, statusText } from './formRows.ts';
import { liveFacts, noLiveFacts } from './liveText.ts';
import { ScheduleViews } from './scheduleView.ts';
import { SentValues } from './sentValues.ts';
import { describeUnnamedDevices, deviceCountTexts, deviceListWarning } from './targetText.ts';

interface ShownVersion {
  readonly number: number;
  readonly draft: Draft | undefined;
}

const newTitles = { job: 'New job on {server}', group: 'New group on {server}' } as const;
const titles = { job: 'Job #{id} on {server}', group: 'Group #{id} on {server}' } as const;

type MessageOf<Type extends HostMessage['type']> = Unsigned<Extract<HostMessage, { type: Type }>>;

/** Creates the messages for a page: the document's object, its text, and how it compares with the server. */
export class FormContents {
  readonly #parts: FormParts;
  readonly #document: OpenDocument;
  readonly #text: vscode.TextDocument;
  readonly #sent = new SentValues();
  readonly #schedules = new ScheduleViews(Date.now);
  /** The server version that the page last showed as conflicting with the text. */
  #shown: ShownVersion = { number: 0, draft: undefined };

  constructor(parts: FormParts, document: OpenDocument, text: vscode.TextDocument) {
    this.#parts = parts;
    this.#document = document;
    this.#text = text;
  }

  /** The first message to a page, which has nothing yet. */
  setup(): MessageOf<'setup'> {
    this.#sent.forget();
    const { objectKind: kind } = this.#document.ref;
    return {
      type: 'setup',
      kind,
      isNew: this.#document.id === undefined,
      title: this.#title(),
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
      this.#sent.forget();
      return { type: 'unreadable', problems: [...reading.problems] };
    }
    const { draft } = reading;
    const { outcome, isUntouched, ref } = this.#document;
    const { objectKind: kind } = ref;
    return {
      type: 'document',
      acknowledged,
      values: this.#sent.news(formValues(draft, kind)),
      // The form of a new object does not start with errors about empty fields.
      problems: isUntouched ? [] : formProblems([...reading.problems, ...outcome.serverProblems], draft),
      ...(kind === 'job' ? this.#jobFacts(draft) : { deviceCount: '', devices: '' }),
      deviceWarning: this.#deviceWarning(draft),
    };
  }

  /** The members of all lists that are not empty. */
  chosen(): ReadonlyMap<ListField, readonly ListItem[]> {
    const reading = this.#read();
    if (reading.kind === 'unreadable') return new Map();
    const { ids, names } = formValues(reading.draft, this.#document.ref.objectKind);
    const lists = listFields.map(field => [field, isIdList(field) ? ids[field] : names[field]] as const);
    return new Map(lists.flatMap(([field, items = []]) => (items.length === 0 ? [] : [[field, items]])));
  }

  status(): MessageOf<'status'> {
    const { isDirty } = this.#text;
    const { outcome, versions, isDeleted, id } = this.#document;
    const save = outcome.state;
    const reading = this.#read();
    const conflict =
      reading.kind === 'readable' && isDirty && versions !== undefined
        ? findConflict(versions.base, reading.draft, versions.latest)
        : undefined;
    if (conflict !== undefined && versions?.latest !== this.#shown.draft)
      this.#shown = { number: this.#shown.number + 1, draft: versions?.latest };
    const text = save.kind === 'failed' ? save.text : statusText(save.kind, { isDirty, isDeleted, id });
    const status = {
      kind: save.kind,
      text: displayText(text, 1_000),
      isDirty,
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

  /** The job's status as last read, and its next run. */
  live(): MessageOf<'live'> {
    const { id, ref } = this.#document;
    const session = ref.objectKind === 'job' ? this.#session : undefined;
    if (session === undefined || id === undefined) return { type: 'live', facts: noLiveFacts };
    const reading = this.#read();
    const draft = reading.kind === 'readable' ? reading.draft : {};
    return { type: 'live', facts: liveFacts(session.statuses.get(id), draft, this.#outlook) };
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

  #title(): string {
    const { id, ref } = this.#document;
    const { objectKind: kind, serverId } = ref;
    const config = this.#session?.server;
    const server = config === undefined ? displayText(serverId, 80) : markName(config);
    return id === undefined ? t(newTitles[kind], { server }) : t(titles[kind], { id, server });
  }

  get #outlook() {
    return this.#parts.schedules.of(this.#session?.server);
  }

  /** The texts about a job's schedule and targets. */
  #jobFacts(draft: Draft) {
    return {
      schedule: this.#schedules.of(String(draft['params'] ?? ''), this.#outlook),
      ...deviceCountTexts(draft, this.#session, this.#document.versions),
    };
  }

  #deviceWarning(draft: Draft): string {
    const { id, ref, versions } = this.#document;
    const { objectKind: kind } = ref;
    const unnamed = id === undefined ? 0 : describeUnnamedDevices(this.#session, kind, id);
    return deviceListWarning(draft, { field: deviceFields[kind], versions, unnamed });
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
