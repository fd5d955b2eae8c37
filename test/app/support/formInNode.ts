import type * as vscode from 'vscode';
import { type HostMessage, HostMessageSchema } from '../../../src/protocol/hostMessages.ts';
import type { PageMessage } from '../../../src/protocol/pageMessages.ts';
import type { Unsigned } from '../../../src/protocol/unsigned.ts';
import type { WholeApp } from '../../support/wholeApp.ts';
import type { OpenDocument } from './openDocument.ts';

const { EventEmitter } = await import('../../support/vscode/vscodeFake.ts');

type MessageOf<Type extends HostMessage['type']> = Extract<HostMessage, { type: Type }>;

/** The form of a document whose page is the test. */
export interface OpenForm {
  readonly messages: readonly HostMessage[];
  /** Sends what the page of the form would. */
  send(message: Unsigned<PageMessage>): void;
  last<Type extends HostMessage['type']>(type: Type): MessageOf<Type> | undefined;
}

export function openForm(app: WholeApp, document: OpenDocument): OpenForm {
  const messages: HostMessage[] = [];
  const fromPage = new EventEmitter<unknown>();
  const webview = {
    options: {},
    html: '',
    cspSource: 'https://files.example',
    onDidReceiveMessage: fromPage.event,
    postMessage: async (message: unknown) => messages.push(HostMessageSchema.parse(message)) > 0,
    asWebviewUri: (uri: vscode.Uri) => uri,
  };
  const panel = { active: true, visible: true, webview, onDidDispose: new EventEmitter<void>().event };
  app.forms.resolveCustomTextEditor(
    document as unknown as vscode.TextDocument,
    panel as unknown as vscode.WebviewPanel,
  );
  return {
    messages,
    send: message => fromPage.fire({ ...message, page: messages[0]?.page }),
    last: <Type extends HostMessage['type']>(type: Type) =>
      messages.filter((message): message is MessageOf<Type> => message.type === type).at(-1),
  };
}
