import * as vscode from 'vscode';
import { t } from '../../../workbench/platform/localize.ts';
import { changingToolNames, readingToolNames, toolId } from '../common/toolNames.ts';

/** Calls a tool; resolves with what the model gets, and rejects with what it should do otherwise. */
type CallTool = (name: string, input: unknown, signal: AbortSignal) => Promise<string>;

/** The tools as VS Code calls them, by the names that package.json gives them. */
export function languageModelTools(call: CallTool): Record<string, vscode.LanguageModelTool<object>> {
  const reading = readingToolNames.map(name => [toolId(name), { invoke: invoking(name, call) }]);
  const changing = changingToolNames.map(name => [
    toolId(name),
    { invoke: invoking(name, call), prepareInvocation: prepareChange },
  ]);
  return Object.fromEntries([...reading, ...changing]);
}

function invoking(name: string, call: CallTool): vscode.LanguageModelTool<object>['invoke'] {
  return async ({ input }, token) => {
    const controller = new AbortController();
    const cancel = token.onCancellationRequested(() => controller.abort());
    try {
      const text = await call(name, input, controller.signal);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } finally {
      cancel.dispose();
    }
  };
}

/**
 * Only what the chat shows; automatic approval skips confirmations here, so `invoke` asks. Without a confirmation of
 * its own: VS Code would ask first, and then this extension.
 */
function prepareChange(): vscode.PreparedToolInvocation {
  return { invocationMessage: t('Preparing a change, which you confirm in a dialog') };
}
