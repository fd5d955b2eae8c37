import * as vscode from 'vscode';
import { formViewTypes } from './ids.ts';

/** Registers the forms as editors; what makes them is loaded with the first one. */
export function registerForms(load: () => Promise<vscode.CustomTextEditorProvider>): vscode.Disposable {
  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: async (document, panel, token) =>
      (await load()).resolveCustomTextEditor(document, panel, token),
  };
  return vscode.Disposable.from(
    ...Object.values(formViewTypes).map(viewType =>
      vscode.window.registerCustomEditorProvider(viewType, provider, {
        // Two forms of one document are two views of one text.
        supportsMultipleEditorsPerDocument: true,
        webviewOptions: { retainContextWhenHidden: false, enableFindWidget: true },
      }),
    ),
  );
}
