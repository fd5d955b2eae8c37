import { getLocation } from 'jsonc-parser';
import * as vscode from 'vscode';
import { jobFields } from '../../fields/jobFields.ts';
import { isLabeled, type LabeledField } from '../../fields/objectFields.ts';
import { byWriteName, deviceLabel } from '../../model/device.ts';
import { plural, t } from '../../platform/localize.ts';
import { markdownText } from '../../platform/safeText.ts';
import { type Labels, usesOfIds } from '../../servers/labels.ts';
import type { SessionRegistry } from '../../servers/sessions.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { displayText, joinTexts } from '../../util/displayText.ts';
import { parseDocumentUri } from '../documentUri.ts';

interface Suggestion {
  /** JSON text to insert. */
  readonly json: string;
  readonly label: string;
  readonly detail: string;
}

type KnownLabels = Pick<Labels, 'get' | 'ids'>;

const suggestedAtMost = 1_000;

/** Suggests known IDs and names from the server inside the lists of a document. */
export class DocumentCompletion implements vscode.CompletionItemProvider, vscode.HoverProvider {
  readonly #sessions: Pick<SessionRegistry, 'get'>;
  readonly #labels: KnownLabels;

  constructor(sessions: Pick<SessionRegistry, 'get'>, labels: KnownLabels) {
    this.#sessions = sessions;
    this.#labels = labels;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    const place = this.#place(document, position);
    if (place === undefined) return [];
    if (place.field === 'groups' || place.field === 'peers' || place.field === 'server_set')
      await loadGroups(place.session);
    return suggestions(place.session, place.field, this.#labels)
      .slice(0, suggestedAtMost)
      .map(suggestion => completionItem(suggestion, place.replaced));
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const place = this.#place(document, position);
    if (place === undefined || place.value === undefined) return undefined;
    if (place.field === 'groups') await loadGroups(place.session);
    const json = JSON.stringify(place.value);
    const found = suggestions(place.session, place.field, this.#labels).find(
      suggestion => suggestion.json === json,
    );
    if (found === undefined || found.detail === '') return undefined;
    return new vscode.Hover(
      new vscode.MarkdownString().appendMarkdown(markdownText(`${found.label} — ${found.detail}`)),
    );
  }

  #place(document: vscode.TextDocument, position: vscode.Position) {
    const ref = parseDocumentUri(document.uri);
    if (ref === undefined || ref.kind === 'schema') return undefined;
    const session = this.#sessions.get(ref.serverId);
    const location = getLocation(document.getText(), document.offsetAt(position));
    const [field, index] = location.path;
    if (session === undefined || typeof field !== 'string' || typeof index !== 'number') return undefined;
    const node = location.previousNode;
    const value: unknown = node?.value;
    const replaced =
      node === undefined
        ? undefined
        : new vscode.Range(document.positionAt(node.offset), document.positionAt(node.offset + node.length));
    return { session, field, value, replaced };
  }
}

async function loadGroups(session: ServerSession): Promise<void> {
  // Suggestions are optional; the views report an unreadable server.
  await session.groups.ensureLoaded().catch(() => undefined);
}

function suggestions(session: ServerSession, field: string, labels: KnownLabels): Suggestion[] {
  if (isLabeled(field)) return idSuggestions(session, field, labels);
  switch (field) {
    case 'groups':
      return groupSuggestions(session);
    case 'peers':
    case 'server_set':
      return deviceSuggestions(session);
    case 'report_formats':
      return jobFields.report_formats.examples.map(format => ({
        json: JSON.stringify(format),
        label: format,
        detail: '',
      }));
    default:
      return [];
  }
}

function groupSuggestions(session: ServerSession): Suggestion[] {
  return session.groups.entries.flatMap(({ group }) => {
    const id = session.groups.identity.known(group);
    if (id === undefined) return [];
    return [{ json: String(id), label: String(id), detail: displayText(group.name, 100) }];
  });
}

function deviceSuggestions(session: ServerSession): Suggestion[] {
  return [...byWriteName(session.knownDevices)].map(([name, device]) => {
    const detail = [device.addr, device.status].filter(word => word !== '' && word !== name).join(' · ');
    return {
      json: JSON.stringify(name),
      label: displayText(deviceLabel(device), 100),
      detail: displayText(detail, 100),
    };
  });
}

/** IDs without names in the API: those that other jobs use, and those that the user has named (decision 23). */
function idSuggestions(session: ServerSession, field: LabeledField, labels: KnownLabels): Suggestion[] {
  return [...usesOfIds(session, labels, field)].map(([id, count]) => ({
    json: String(id),
    label: String(id),
    detail: joinTexts(
      ' · ',
      displayText(labels.get(session.server.id, field, id) ?? '', 100),
      count > 0 && plural('in {count} job|in {count} jobs', count),
    ),
  }));
}

function completionItem(suggestion: Suggestion, replaced: vscode.Range | undefined): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: suggestion.label, description: suggestion.detail },
    vscode.CompletionItemKind.Value,
  );
  item.insertText = suggestion.json;
  item.filterText = `${suggestion.json} ${suggestion.label} ${suggestion.detail}`;
  item.documentation = suggestion.detail === '' ? t('Known to this server') : suggestion.detail;
  if (replaced !== undefined) item.range = replaced;
  return item;
}
