import type { HostMessage } from '../../../src/pages/protocol/hostMessages.ts';
import type { PageMessage } from '../../../src/pages/protocol/pageMessages.ts';
import type { Unsigned } from '../../../src/pages/protocol/signature.ts';
import { firstIn } from '../../support/pageHtml.ts';
import { asTextDocument, asWebviewPanel } from '../../support/vscode/asVSCode.ts';
import type { WholeApp } from '../../support/wholeApp.ts';
import type { OpenDocument } from './openDocument.ts';

const { EventEmitter } = await import('../../support/vscode/vscodeFake.ts');

type MessageOf<Type extends HostMessage['type']> = Extract<HostMessage, { type: Type }>;

/** The form of a document, whose page is controlled by the test. */
export interface OpenForm {
  readonly messages: readonly HostMessage[];
  /** Sends a message as the form's page would. */
  send(message: Unsigned<PageMessage>): void;
  last<Type extends HostMessage['type']>(type: Type): MessageOf<Type> | undefined;
}

/** Opens the form; resolves once it has its page. */
export async function openForm(app: WholeApp, document: OpenDocument): Promise<OpenForm> {
  const messages: HostMessage[] = [];
  let hasPage = () => undefined;
  const shown = new Promise<void>(resolve => {
    hasPage = () => void resolve();
  });
  const fromPage = new EventEmitter<unknown>();
  const webview = {
    options: {},
    set html(html: string) {
      messages.push(...firstIn<HostMessage>(html));
      hasPage();
    },
    onDidReceiveMessage: fromPage.event,
    postMessage: async (message: HostMessage) => messages.push(message) > 0,
  };
  const panel = {
    active: true,
    visible: true,
    webview,
    onDidChangeViewState: new EventEmitter<void>().event,
    onDidDispose: new EventEmitter<void>().event,
  };
  app.forms.resolveCustomTextEditor(asTextDocument(document), asWebviewPanel(panel));
  await shown;
  return {
    messages,
    send: message => fromPage.fire({ ...message, page: messages[0]?.page }),
    last: <Type extends HostMessage['type']>(type: Type) =>
      messages.filter((message): message is MessageOf<Type> => message.type === type).at(-1),
  };
}
