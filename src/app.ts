import * as vscode from 'vscode';
import { type AppContext, createHostParts } from './app/hostParts.ts';
import type { LaterParts } from './app/later.ts';
import { createViewParts } from './app/viewParts.ts';
import { DocumentTabs } from './documents/documentTabs.ts';
import { holdContextKeys } from './platform/contextKeys.ts';
import { loadError } from './platform/loadError.ts';
import { SaveReasons } from './platform/saveReasons.ts';
import { systemClock } from './util/clock.ts';
import { openWatched } from './watching/watching.ts';

type LaterModule = typeof import('./app/later.ts');

/**
 * Creates and connects what the views need. Loaded when any part of the extension is first used; `later` loads the
 * rest.
 */
export function createApp(context: AppContext, saveReasons = new SaveReasons()) {
  holdContextKeys();
  const host = createHostParts(context, async parts => (await load()).errorActions(parts));
  const { sessions, notices, demo } = host;
  const tabs = new DocumentTabs();
  const views = createViewParts(host, tabs.uriOf.bind(tabs), async (id, ...args) =>
    (await later()).runCommand(id, args),
  );
  let parts: LaterParts | undefined;
  const attach = ({ createLaterParts }: LaterModule): LaterParts => {
    if (parts !== undefined) return parts;
    const { extensionUri, clock = systemClock } = context;
    const created = createLaterParts(host, { extensionUri, saveReasons, clock, tabs, views });
    void ready.then(() => created.interrupted.check());
    parts = created;
    return created;
  };
  const later = async (): Promise<LaterParts> => attach(await load());
  context.subscriptions.push(
    ...views.disposables,
    { dispose: () => vscode.Disposable.from(...(parts?.disposables ?? [])).dispose() },
    ...host.disposables,
  );
  const ready = (demo.wasRunning ? demo.start() : Promise.resolve()).catch((error: unknown) =>
    notices.show(error, undefined),
  );
  return {
    /** Settles once everything that ran before the window reload is running again. */
    ready,
    trees: views.trees,
    dragging: views.dragging,
    reports: host.reports,
    /** Documents, forms, the timeline and commands; rejects if their file cannot be loaded. */
    later,
    /** Loads them. If that fails, tells the user, because nothing else may need them for long. */
    loadRest: () => void later().catch((error: unknown) => notices.show(error, undefined)),
    /** For callers that have loaded the module themselves. */
    attach,
    /** Resumes watching jobs from the previous session of the window. */
    resumeWatching: (serverIds: readonly string[]) =>
      openWatched(host, serverIds, (error, { server }) => void notices.note(error, server)),
    close: async () => {
      await host.journal.release();
      await sessions.close();
      await host.activity.settled();
      await demo.close();
    },
  };
}

export type App = ReturnType<typeof createApp>;

async function load(): Promise<LaterModule> {
  try {
    return await import('./app/later.ts');
  } catch (error) {
    throw loadError(error);
  }
}
