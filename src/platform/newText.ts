import * as vscode from 'vscode';

/** Shows text in a new editor, to be saved where the person wants it. */
export async function showNewText(text: string, language: 'json' | 'plaintext'): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** The selected text of the active editor, else all of its text; `undefined` without an editor that has text. */
export function activeText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const text = editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
  return text.trim() === '' ? undefined : text;
}
