import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { Draft } from '../../model/draft.ts';
import { type ErrorNotices, loadTargetNames } from '../../notices/errorNotices.ts';
import { languages } from '../../platform/ids.ts';
import { reachText } from '../../platform/reachTexts.ts';
import { confirmationThreshold } from '../../platform/settings.ts';
import type { SessionRegistry } from '../../servers/sessions.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { draftReach } from '../../store/targets/draftReach.ts';
import { isLargeGrowth } from '../../store/targets/growth.ts';
import { isRecord } from '../../util/json.ts';
import { parseDocumentUri } from '../documentUri.ts';
import type { OpenDocuments } from '../openDocuments.ts';

export interface ReachLensParts {
  readonly sessions: Pick<SessionRegistry, 'get' | 'onDidChangeObjects'>;
  readonly documents: Pick<OpenDocuments, 'of' | 'onDidChange'>;
  readonly notices: Pick<ErrorNotices, 'note'>;
}

const targetFields = ['groups', 'dynamic_groups', 'peers'] as const;

/** A lens above the targets in a job's JSON: how many devices it runs on, and how many more than on the server. */
export class ReachLens implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #parts: ReachLensParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #learned = new WeakSet<ServerSession>();
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(parts: ReachLensParts) {
    this.#parts = parts;
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
    const targets = targetsIn(document.getText());
    const serverId = ref === undefined || ref.kind === 'schema' ? undefined : ref.serverId;
    const session = serverId === undefined ? undefined : this.#parts.sessions.get(serverId);
    if (targets === undefined || session === undefined) return [];
    const stored = this.#parts.documents.of(document.uri)?.baseAt(session.server.url)?.stored;
    await this.#learnGroups(session);
    const { reach, before } = draftReach(targets.draft, stored, session);
    const had = before ?? (ref?.kind === 'new' ? 0 : reach.devices);
    const isLarge = isLargeGrowth({ before: had, after: reach.devices }, confirmationThreshold());
    const icon = isLarge ? '$(warning) ' : '';
    const range = new vscode.Range(document.positionAt(targets.start), document.positionAt(targets.end));
    // A lens without a command is plain text.
    return [new vscode.CodeLens(range, { title: `${icon}${reachText(reach, before)}`, command: '' })];
  }

  /** Reads the groups once per session, so that typing sends no requests. */
  async #learnGroups(session: ServerSession): Promise<void> {
    if (this.#learned.has(session)) return;
    this.#learned.add(session);
    await loadTargetNames(session, this.#parts.notices);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

interface TargetsText {
  readonly draft: Draft;
  /** Offsets of the first target field. */
  readonly start: number;
  readonly end: number;
}

/** The targets in the text of a job, even if it is incomplete; `undefined` if there are none. */
function targetsIn(text: string): TargetsText | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  const nodes = targetFields.flatMap(field => findNodeAtLocation(tree, [field])?.parent ?? []);
  const [first] = nodes.toSorted((a, b) => a.offset - b.offset);
  const draft: unknown = getNodeValue(tree);
  return first === undefined || !isRecord(draft)
    ? undefined
    : { draft, start: first.offset, end: first.offset + first.length };
}
