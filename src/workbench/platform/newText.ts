import * as vscode from 'vscode';

/** Shows text in a new untitled editor, so that the user decides where to save it. */
export async function showNewText(text: string, language: 'json' | 'plaintext'): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** The selected text of the active editor, or else its whole text; `undefined` without a text editor. */
export function activeText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const text = editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
  return text.trim() === '' ? undefined : text;
}
