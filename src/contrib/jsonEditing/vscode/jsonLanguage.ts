import * as vscode from 'vscode';
import { parseDocumentUri } from '../../../workbench/documents/documentUri.ts';
import type { OpenDocuments } from '../../../workbench/documents/openDocuments.ts';
import { documentLanguage, languages } from '../../../workbench/platform/ids.ts';
import type { Labels } from '../../../workbench/servers/labels.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { DocumentCompletion } from './documentCompletion.ts';
import { markProblems, offerLineBreaks } from './documentDiagnostics.ts';
import { JobLenses, type JobLensParts } from './jobLenses.ts';

interface LanguageParts extends JobLensParts {
  readonly documents: OpenDocuments;
  readonly labels: Labels;
  readonly sessions: SessionRegistry;
}

/** What the text editors of jobs and groups offer: marks, lenses, completion and hovers, beside VS Code's for JSON. */
export function offerLanguageFeatures(parts: LanguageParts): vscode.Disposable {
  const completion = new DocumentCompletion(parts.sessions, parts.labels);
  const selector = Object.values(languages).map(language => ({ language }));
  return vscode.Disposable.from(
    markProblems(parts.documents, parts.clock),
    keepDocumentLanguages(),
    new JobLenses(parts),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
    offerLineBreaks(selector),
  );
}

/**
 * Sets the languages of our documents. A form needs none: with the first document of a language that has a grammar,
 * VS Code loads its highlighting, which takes longer than the form. A document that is shown as text gets the language
 * of its kind, whose JSON support is activated.
 *
 * `"files.associations": {"*.json": "jsonc"}` takes precedence over what an extension contributes, and would disable
 * our language defaults and completion; its languages are replaced. A language that the user selects for an open
 * document stays.
 */
export function keepDocumentLanguages(): vscode.Disposable {
  const shownAsText = new WeakSet<vscode.TextDocument>();
  const keep = (document: vscode.TextDocument) => {
    const ref = parseDocumentUri(document.uri);
    if (ref === undefined || ref.kind === 'schema' || shownAsText.has(document)) return;
    const isText = vscode.window.visibleTextEditors.some(editor => editor.document === document);
    const language = isText ? languages[ref.objectKind] : documentLanguage;
    if (isText) {
      shownAsText.add(document);
      activateJsonSupport();
    }
    if (document.languageId === language) return;
    void vscode.languages.setTextDocumentLanguage(document, language).then(undefined, () => {
      // It was closed in the meantime.
    });
  };
  const keepAll = () => vscode.workspace.textDocuments.forEach(keep);
  keepAll();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(keep),
    vscode.window.onDidChangeVisibleTextEditors(keepAll),
  );
}

/**
 * VS Code's JSON support serves our languages (`jsonLanguageParticipants`) but is not activated by them. It is large
 * and starts a process. If it is disabled, documents still work, but without its completion and hovers.
 */
function activateJsonSupport(): void {
  const json = vscode.extensions.getExtension<unknown>('vscode.json-language-features');
  if (json !== undefined && !json.isActive) void json.activate();
}
