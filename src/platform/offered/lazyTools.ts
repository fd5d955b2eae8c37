import * as vscode from 'vscode';
import { changingToolNames, readingToolNames } from '../../agents/toolNames.ts';
import { toolId } from '../ids.ts';
import { t } from '../localize.ts';

/** Calls a tool; resolves with what the model gets, and rejects with what it should do otherwise. */
export type CallTool = (name: string, input: unknown, signal: AbortSignal) => Promise<string>;

const changing: ReadonlySet<string> = new Set(changingToolNames);

/** Registers the tools for language models. Their code is loaded with the first call. */
export function registerTools(load: () => Promise<CallTool>): vscode.Disposable {
  // Editors that are built from VS Code may lack it.
  const models: typeof vscode.lm | undefined = vscode.lm;
  if (models === undefined || !('registerTool' in models)) return new vscode.Disposable(() => undefined);
  const names = [...readingToolNames, ...changingToolNames];
  return vscode.Disposable.from(
    ...names.map(name => vscode.lm.registerTool(toolId(name), lazyTool(name, load))),
  );
}

function lazyTool(name: string, load: () => Promise<CallTool>): vscode.LanguageModelTool<object> {
  return {
    invoke: async ({ input }, token) => {
      const controller = new AbortController();
      const cancel = token.onCancellationRequested(() => controller.abort());
      try {
        const text = await (await load())(name, input, controller.signal);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } finally {
        cancel.dispose();
      }
    },
    // Only what the chat shows. Automatic approval skips confirmations here, so `invoke` asks.
    ...(changing.has(name) ? { prepareInvocation: prepareChange } : {}),
  };
}

/** Without a confirmation of its own: VS Code would ask first, and then this extension. */
function prepareChange(): vscode.PreparedToolInvocation {
  return { invocationMessage: t('Preparing a change, which you confirm in a dialog') };
}
