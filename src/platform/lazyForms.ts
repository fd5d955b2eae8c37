import * as vscode from 'vscode';
import { formViewTypes, timelineViewType } from './ids.ts';

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

/** Restores the timeline after a window reload. */
export function registerTimeline(load: () => Promise<vscode.WebviewPanelSerializer>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(timelineViewType, {
    deserializeWebviewPanel: async (panel, state: unknown) =>
      (await load()).deserializeWebviewPanel(panel, state),
  });
}
