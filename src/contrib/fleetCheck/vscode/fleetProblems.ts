import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { groupBy } from '../../../base/collections.ts';
import { parseDocumentUri } from '../../../workbench/documents/documentUri.ts';
import { scheme } from '../../../workbench/platform/ids.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import type { Reports } from '../../../workbench/reports/reports.ts';
import type { ServerRegistry } from '../../../workbench/servers/servers.ts';
import type { FleetObject } from '../common/checkedFleet.ts';
import type { Finding } from '../common/fleetChecker.ts';
import { type FleetRule, ruleIds, ruleRows } from '../common/fleetRules.ts';
import type { FleetFindings } from './fleetFindings.ts';
import { fleetReport, rulesReport } from './fleetReports.ts';

export interface FleetProblemsParts {
  readonly fleetFindings: FleetFindings;
  readonly servers: Pick<ServerRegistry, 'get'>;
  readonly reports: Pick<Reports, 'prepare'>;
  readonly documentUri: (serverId: string, kind: ObjectKind, id: number, name: string) => vscode.Uri;
  readonly onFailure: (error: unknown) => void;
}

/** Far more than anybody reads; a hundred thousand would make the panel of problems unusable. */
const shownAtMost = 1_000;
/** VS Code silently drops what is beyond 1,100 in one call. */
const markersInCall = 1_000;

type Entry = [vscode.Uri, vscode.Diagnostic[] | undefined];

/** The source of the fleet's problems, by which quick fixes recognize them. */
export const fleetSource = () => t('Fleet');

/** Shows findings as problems of the documents of their objects, whether these are open or not. */
export class FleetProblems implements vscode.Disposable {
  readonly #parts: FleetProblemsParts;
  readonly #marks = vscode.languages.createDiagnosticCollection('device-automation-fleet');
  /** The URIs with problems, by server. */
  readonly #marked = new Map<string, readonly vscode.Uri[]>();
  readonly #subscriptions: readonly { dispose(): void }[];
  #last: Promise<void> = Promise.resolve();

  constructor(parts: FleetProblemsParts) {
    this.#parts = parts;
    // While a document is open, it shows some problems itself, and the others have a place in its text.
    const textChanged = ({ uri }: vscode.TextDocument) => {
      if (uri.scheme === scheme && parts.fleetFindings.result(uri.authority) !== undefined)
        this.#update(uri.authority);
    };
    this.#subscriptions = [
      parts.fleetFindings.onDidChange(({ serverId }) => this.#update(serverId)),
      vscode.workspace.onDidOpenTextDocument(textChanged),
      vscode.workspace.onDidCloseTextDocument(textChanged),
      vscode.workspace.onDidSaveTextDocument(textChanged),
      this.#marks,
    ];
    for (const id of parts.fleetFindings.serverIds) this.#update(id);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(serverId: string): void {
    this.#last = this.#last.then(() => this.#show(serverId)).catch(this.#parts.onFailure);
  }

  async #show(serverId: string): Promise<void> {
    const entries = await this.#entriesOf(serverId);
    const shown = new Set(entries.map(([uri]) => uri.toString()));
    const gone = (this.#marked.get(serverId) ?? []).filter(uri => !shown.has(uri.toString()));
    this.#marked.set(
      serverId,
      entries.map(([uri]) => uri),
    );
    for (const batch of inBatches([...gone.map((uri): Entry => [uri, undefined]), ...entries]))
      this.#marks.set(batch);
  }

  async #entriesOf(serverId: string): Promise<Entry[]> {
    const { fleetFindings, servers, reports } = this.#parts;
    const result = fleetFindings.result(serverId);
    const server = servers.get(serverId);
    if (result === undefined || server === undefined) return [];
    const rulesUri = await reports.prepare(rulesReport);
    const open = new Map(vscode.workspace.textDocuments.map(text => [text.uri.toString(), text]));
    const placed: { uri: vscode.Uri; text: vscode.TextDocument | undefined; finding: Finding }[] = [];
    let hidden = 0;
    for (const finding of result.findings) {
      const uri = placed.length < shownAtMost ? this.#uriOf(serverId, finding.object) : undefined;
      const text = uri && open.get(uri.toString());
      if (uri !== undefined && !(text !== undefined && isMarkedBy(text, finding)))
        placed.push({ uri, text, finding });
      else if (placed.length === shownAtMost) hidden += 1;
    }
    const byUri = groupBy(placed, ({ uri }) => uri.toString());
    const entries = [...byUri.values()].flatMap((same): Entry[] => {
      const marks = same.map(({ finding, text }) => this.#diagnostic(serverId, finding, { text, rulesUri }));
      return same.slice(0, 1).map(({ uri }): Entry => [uri, marks]);
    });
    const reportUri =
      hidden > 0
        ? await reports.prepare(fleetReport(server, () => fleetFindings.result(serverId)))
        : undefined;
    return reportUri === undefined ? entries : [...entries, [reportUri, [moreDiagnostic(hidden)]]];
  }

  /** A group whose ID is unknown has no document. */
  #uriOf(serverId: string, { kind, id, name }: FleetObject): vscode.Uri | undefined {
    return id === undefined ? undefined : this.#parts.documentUri(serverId, kind, id, name);
  }

  #diagnostic(
    serverId: string,
    { rule, severity, text, related }: Finding,
    place: { readonly text: vscode.TextDocument | undefined; readonly rulesUri: vscode.Uri | undefined },
  ): vscode.Diagnostic {
    const { Error: error, Warning: warning, Information: information } = vscode.DiagnosticSeverity;
    const mark = new vscode.Diagnostic(
      rangeIn(place.text, ruleRows[rule]),
      text,
      { error, warning, information }[severity],
    );
    mark.source = fleetSource();
    const line = ruleIds.indexOf(rule) + 1;
    mark.code =
      place.rulesUri === undefined
        ? rule
        : { value: rule, target: place.rulesUri.with({ fragment: `${line}` }) };
    if (rule === 'ended') mark.tags = [vscode.DiagnosticTag.Unnecessary];
    const other = related && this.#uriOf(serverId, related);
    if (related !== undefined && other !== undefined)
      mark.relatedInformation = [
        new vscode.DiagnosticRelatedInformation(new vscode.Location(other, firstLine), related.name),
      ];
    return mark;
  }
}

const firstLine = new vscode.Range(0, 0, 0, 0);

/** Whether the open text is marked for the same reason by `documentDiagnostics.ts`. */
function isMarkedBy({ uri }: vscode.TextDocument, { rule }: Finding): boolean {
  const { isOfDocument }: FleetRule = ruleRows[rule];
  return isOfDocument === true && parseDocumentUri(uri)?.kind === 'object';
}

/** The value of the rule's field in the open text, or else the first line. */
function rangeIn(text: vscode.TextDocument | undefined, { field }: FleetRule): vscode.Range {
  const tree = text === undefined ? undefined : parseTree(text.getText());
  const node = tree && (findNodeAtLocation(tree, [field]) ?? findNodeAtLocation(tree, ['server_set']));
  if (text === undefined || node === undefined) return firstLine;
  return new vscode.Range(text.positionAt(node.offset), text.positionAt(node.offset + node.length));
}

function moreDiagnostic(hidden: number): vscode.Diagnostic {
  const text = plural('{count} more finding in the report|{count} more findings in the report', hidden);
  const mark = new vscode.Diagnostic(firstLine, text, vscode.DiagnosticSeverity.Information);
  mark.source = fleetSource();
  return mark;
}

function inBatches(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const count = entry[1]?.length ?? 0;
    if (size + count > markersInCall) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(entry);
    size += count;
  }
  return batches;
}
