import type * as vscode from 'vscode';

// The fakes of documents and panels have only the members that the extension uses, in simpler types. They cannot be
// wrapped, because the extension compares them by identity.

export function asTextDocument(document: { readonly uri: object; getText(): string }): vscode.TextDocument {
  return document as vscode.TextDocument;
}

export function asWebviewPanel(panel: { readonly webview: object }): vscode.WebviewPanel {
  return panel as vscode.WebviewPanel;
}
