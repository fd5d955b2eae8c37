import * as vscode from 'vscode';

type Tool = vscode.LanguageModelTool<object>;

/** Registers tools for language models. Their code is loaded with the first call. */
export function registerTools(
  names: readonly string[],
  load: (name: string) => Promise<Tool | undefined>,
): vscode.Disposable {
  // Editors that are built from VS Code may lack it.
  const models: typeof vscode.lm | undefined = vscode.lm;
  if (models === undefined || !('registerTool' in models)) return new vscode.Disposable(() => undefined);
  return vscode.Disposable.from(
    ...names.map(name =>
      vscode.lm.registerTool<object>(name, {
        invoke: async (options, token) => (await load(name))?.invoke(options, token),
        prepareInvocation: async (options, token) => (await load(name))?.prepareInvocation?.(options, token),
      }),
    ),
  );
}
