import * as vscode from 'vscode';
import { formViewTypes } from '../ids.ts';

/** Registers the forms as editors; their code is loaded with the first form. */
export function registerForms(load: () => Promise<vscode.CustomTextEditorProvider>): vscode.Disposable {
  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: async (document, panel, token) =>
      (await load()).resolveCustomTextEditor(document, panel, token),
  };
  return vscode.Disposable.from(
    ...Object.values(formViewTypes).map(viewType =>
      vscode.window.registerCustomEditorProvider(viewType, provider, {
        // Several forms of one document are views of the same text.
        supportsMultipleEditorsPerDocument: true,
        webviewOptions: { retainContextWhenHidden: false, enableFindWidget: true },
      }),
    ),
  );
}

/** Restores webview panels after a window reload. */
export function registerPanels(
  viewTypes: readonly string[],
  load: (viewType: string) => Promise<vscode.WebviewPanelSerializer | undefined>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...viewTypes.map(viewType =>
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await load(viewType))?.deserializeWebviewPanel(panel, state),
      }),
    ),
  );
}
