import * as vscode from 'vscode';

/** Shows text in a new editor, to be saved where the person wants it. */
export async function showNewText(text: string, language: 'json' | 'plaintext'): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language });
  await vscode.window.showTextDocument(document, { preview: false });
}
