import type * as vscode from 'vscode';
import { pageOptions } from '../platform/pages/pageHtml.ts';
import type { FormParts } from './formParts.ts';
import { FormSession } from './formSession.ts';

/** Creates the forms that VS Code shows for job and group documents. */
export class FormProvider implements vscode.CustomTextEditorProvider {
  readonly #parts: FormParts;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const { documents } = this.#parts;
    panel.webview.options = pageOptions;
    const target = documents.target(document.uri);
    if (target === undefined) {
      // A document that forms cannot edit, such as the server's version in a comparison.
      void documents.openJson(document.uri);
      return;
    }
    const session = new FormSession(this.#parts, document, panel, target);
    panel.onDidDispose(() => session.dispose());
  }
}
