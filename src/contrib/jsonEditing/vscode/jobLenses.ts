import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { isRecord } from '../../../base/json.ts';
import { draftReach } from '../../../store/reach/draftReach.ts';
import { isLargeGrowth } from '../../../store/reach/growth.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { parseDocumentUri } from '../../../workbench/documents/documentUri.ts';
import type { OpenDocuments } from '../../../workbench/documents/openDocuments.ts';
import { type ErrorNotices, loadTargetNames } from '../../../workbench/notices/errorNotices.ts';
import { languages } from '../../../workbench/platform/ids.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { reachText } from '../../../workbench/platform/reachTexts.ts';
import { iconFreeText } from '../../../workbench/platform/safeText.ts';
import { confirmationThreshold } from '../../../workbench/platform/settings.ts';
import type { Schedules } from '../../../workbench/servers/schedules.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { scheduleField } from './scheduleField.ts';

export interface JobLensParts {
  readonly sessions: Pick<SessionRegistry, 'get' | 'onDidChangeObjects'>;
  readonly documents: Pick<OpenDocuments, 'of' | 'onDidChange'>;
  readonly notices: Pick<ErrorNotices, 'note'>;
  readonly schedules: Schedules;
  readonly clock: Clock;
}

const longestTitle = 300;
const leastWaitMs = 5_000;
const targetFields = ['groups', 'dynamic_groups', 'peers'] as const;

/**
 * Lenses in a job's JSON: above its schedule, what it means and when it runs next; above its targets, on how many
 * devices it runs, and how many more than on the server.
 */
export class JobLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #parts: JobLensParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #learned = new WeakSet<ServerSession>();
  /** "in 5 min" expires: all lenses are refreshed when the first one does. */
  readonly #refresh: DeadlineScheduler;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(parts: JobLensParts) {
    this.#parts = parts;
    this.#refresh = new DeadlineScheduler(parts.clock, () => this.#changed.fire());
    this.#subscriptions = [
      parts.sessions.onDidChangeObjects(() => this.#changed.fire()),
      parts.documents.onDidChange(() => this.#changed.fire()),
      vscode.languages.registerCodeLensProvider({ language: languages.job }, this),
      this.#changed,
    ];
  }

  async provideCodeLenses(
    document: Pick<vscode.TextDocument, 'uri' | 'getText' | 'positionAt'>,
  ): Promise<vscode.CodeLens[]> {
    const ref = parseDocumentUri(document.uri);
    const text = document.getText();
    const tree = parseTree(text);
    if (ref === undefined || ref.kind === 'schema' || tree === undefined) return [];
    const session = this.#parts.sessions.get(ref.serverId);
    const schedule = this.#scheduleLens(text, tree, session);
    const reach = session === undefined ? undefined : await this.#reachLens(document.uri, tree, session);
    return [schedule, reach].flatMap(lens => {
      if (lens === undefined) return [];
      const range = new vscode.Range(document.positionAt(lens.start), document.positionAt(lens.end));
      // A lens without a command is plain text.
      return [new vscode.CodeLens(range, { title: lens.title, command: '' })];
    });
  }

  dispose(): void {
    this.#refresh.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #scheduleLens(text: string, tree: Node, session: ServerSession | undefined) {
    const field = scheduleField(text, tree);
    if (field === undefined) return undefined;
    const { schedules, clock } = this.#parts;
    const outlook = schedules.of(session?.server);
    const nowMs = clock.now();
    const { sentence, next, notes } = outlook.details(field.params, nowMs, 1);
    this.#refresh.within(Math.max(leastWaitMs, outlook.row(field.params, nowMs).freshUntilMs - nowMs));
    const run = field.isDisabled ? t('Would run: {next}.', { next }) : t('Next run: {next}.', { next });
    const title = iconFreeText(joinTexts(' ', sentence, next === '' ? notes[0] : run), longestTitle);
    return { start: field.start, end: field.end, title };
  }

  /** Even for incomplete text; `undefined` if it names no targets. */
  async #reachLens(uri: vscode.Uri, tree: Node, session: ServerSession) {
    const nodes = targetFields.flatMap(field => findNodeAtLocation(tree, [field])?.parent ?? []);
    const [first] = nodes.toSorted((a, b) => a.offset - b.offset);
    const draft: unknown = getNodeValue(tree);
    if (first === undefined || !isRecord(draft)) return undefined;
    await this.#learnGroups(session);
    const document = this.#parts.documents.of(uri);
    const { reach, before } = draftReach(draft, document?.baseAt(session.server.url)?.stored, session);
    const had = before ?? (document?.id === undefined ? 0 : reach.devices);
    const isLarge = isLargeGrowth({ before: had, after: reach.devices }, confirmationThreshold());
    const title = `${isLarge ? '$(warning) ' : ''}${reachText(reach, before)}`;
    return { start: first.offset, end: first.offset + first.length, title };
  }

  /** Reads the groups once per session, so that typing sends no requests. */
  async #learnGroups(session: ServerSession): Promise<void> {
    if (this.#learned.has(session)) return;
    this.#learned.add(session);
    await loadTargetNames(session, this.#parts.notices);
  }
}
