import { getLocation } from 'jsonc-parser';
import * as vscode from 'vscode';
import { listFields } from '../../../api/fields/objectFields.ts';
import { displayText } from '../../../base/displayText.ts';
import type { Choice } from '../../../pages/protocol/hostMessages.ts';
import { parseDocumentUri } from '../../../workbench/documents/documentUri.ts';
import { choicesFor, type KnownLabels } from '../../../workbench/documents/listChoices.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { markdownText } from '../../../workbench/platform/safeText.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';

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
    const { choices = [], replaced } = (await this.#place(document, position)) ?? {};
    return choices.slice(0, suggestedAtMost).map(choice => {
      const { label, detail } = describe(choice);
      const item = new vscode.CompletionItem({ label, description: detail }, vscode.CompletionItemKind.Value);
      item.insertText = JSON.stringify(choice.value);
      item.filterText = `${item.insertText} ${label} ${detail}`;
      item.documentation = detail === '' ? t('Known to this server') : detail;
      if (replaced !== undefined) item.range = replaced;
      return item;
    });
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const place = await this.#place(document, position);
    const choice = place?.choices.find(({ value }) => value === place.value);
    const { label, detail } = choice === undefined ? { label: '', detail: '' } : describe(choice);
    if (detail === '') return undefined;
    return new vscode.Hover(new vscode.MarkdownString().appendMarkdown(markdownText(`${label} — ${detail}`)));
  }

  /** The list entry at a position, and what is known for its list. */
  async #place(document: vscode.TextDocument, position: vscode.Position) {
    const ref = parseDocumentUri(document.uri);
    const session = ref === undefined || ref.kind === 'schema' ? undefined : this.#sessions.get(ref.serverId);
    const { path, previousNode: node } = getLocation(document.getText(), document.offsetAt(position));
    const field = listFields.find(name => name === path[0]);
    if (session === undefined || field === undefined || typeof path[1] !== 'number') return undefined;
    // Suggestions are optional; the views report an unreadable server.
    const { groups } = session;
    const needsGroups = field === 'groups' || field === 'peers' || field === 'server_set';
    if (needsGroups && groups.state.kind !== 'failed') await groups.whole().catch(() => undefined);
    const value: unknown = node?.value;
    const replaced =
      node === undefined
        ? undefined
        : new vscode.Range(document.positionAt(node.offset), document.positionAt(node.offset + node.length));
    const choices = choicesFor(session, this.#labels, field).filter(choice => choice.value !== null);
    return { choices, value, replaced };
  }
}

/** In JSON, an ID comes first, and its name describes it. */
function describe({ value, label, detail }: Choice): { readonly label: string; readonly detail: string } {
  const name = displayText(label, 100);
  if (typeof value !== 'number') return { label: name, detail };
  const facts = [name, ...detail.split(' · ')].filter(fact => fact !== '' && fact !== `#${value}`);
  return { label: String(value), detail: facts.join(' · ') };
}
