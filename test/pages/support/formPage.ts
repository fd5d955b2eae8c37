import type { HostMessage } from '../../../src/pages/protocol/hostMessages.ts';
import { type PageMessage, PageMessageSchema } from '../../../src/pages/protocol/pageMessages.ts';
import type { Unsigned } from '../../../src/pages/protocol/signature.ts';
import { type FormOptions, withForm } from '../../workbench/forms/support/formSetup.ts';
import { ShownPage } from './shownPage.ts';

const { WorkspaceEdit } = await import('../../support/vscode/vscodeFake.ts');

type Form = Parameters<Parameters<typeof withForm>[0]>[0];

export interface FormPageOptions extends FormOptions {
  /** The state that the page stored when it was hidden. */
  readonly state?: unknown;
  /** Changes to the server and the host before the form is opened. */
  readonly before?: (form: Form) => void;
}

/** The page of a form, connected to its host and a server in memory. */
export async function withFormPage(
  use: (given: Form & FormPage) => Promise<void>,
  { state, before, ...options }: FormPageOptions = {},
): Promise<void> {
  await withForm(async form => {
    before?.(form);
    const shown = await openFormPage(form, state);
    try {
      await use({ ...form, ...shown });
    } finally {
      shown.page.close();
    }
  }, options);
}

/** Runs the script of the page. */
export async function startForm(): Promise<void> {
  const { HostLink } = await import('../../../src/pages/form/formControl.ts');
  const { FormPage } = await import('../../../src/pages/form/page.ts');
  const { formControls } = await import('../../../src/formControls.ts');
  const main = document.querySelector('main');
  if (main !== null) new FormPage(new HostLink(), main, formControls);
}

type FormPage = Awaited<ReturnType<typeof openFormPage>>;

async function openFormPage(form: Form, state: unknown) {
  const { document, events, panel, messages } = form;
  /** Everything that the page has sent, in order. */
  const sent: PageMessage[] = [];
  let held: HostMessage[] | undefined = [];
  events.toPage.event(message => {
    if (held === undefined) void page.deliver(message);
    else held.push(message);
  });
  await form.open();
  const page = new ShownPage({
    html: panel.webview.html,
    state,
    receive: message => {
      sent.push(PageMessageSchema.parse(message));
      events.fromPage.fire(message);
    },
  });
  await startForm();
  // Includes whether the page already has its contents.
  const began = sent.splice(0);
  await page.settled();
  await page.wait(0);
  const release = async () => {
    const late = held ?? [];
    held = undefined;
    await Promise.all(late.map(message => page.deliver(message)));
  };
  await release();
  return {
    page,
    began,
    sent,
    /** The messages since the last call, without their signatures. */
    newlySent: () => sent.splice(0).map(({ page: _, ...message }) => message),
    /** The value of the document. */
    json: (): unknown => JSON.parse(document.text),
    /** Sets the document's text, as another editor or an undo would. */
    edit: async (text: string) => {
      document.text = text;
      document.apply(new WorkspaceEdit());
      await page.settled();
    },
    /** Holds back the host's messages until they are released. */
    hold: () => {
      held = [];
    },
    release,
    /** Delivers a message that the host could send. */
    deliver: (message: Unsigned<HostMessage>) => page.deliver({ ...message, page: messages[0]?.page }),
  };
}
