import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import type * as vscode from 'vscode';
import * as z from 'zod';
import { scriptToken } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { asTextDocument } from '../support/vscode/asVSCode.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

const { manifestIs, user } = await import('../support/vscode/vscodeFake.ts');
const { reportScheme } = await import('../../src/workbench/platform/ids.ts');

const CommandSchema = z.object({
  title: z.string(),
  command: z.string(),
  arguments: z.array(z.unknown()),
});

interface MemoryServer extends RunningApp {
  readonly server: ScriptedServer;
  readonly isRejecting: { value: boolean };
  /** The reports that were shown, oldest first. */
  readonly uris: readonly vscode.Uri[];
}

/** Jobs 1, 2 and 3 are enabled; the server can be set to reject changes of job 2. */
function withMemoryServer(use: (memoryServer: MemoryServer) => Promise<void>): Promise<void> {
  const isRejecting = { value: true };
  const jobs = new Map([1, 2, 3].map(id => [id, { id, name: `Job ${id}`, enabled: true }]));
  return withScript(server => {
    server.otherwise(async exchange => {
      const { method, path, body } = exchange.received;
      const id = Number(/\/job\/(\d+)\//.exec(path)?.[1]);
      if (method === 'PATCH' && id === 2 && isRejecting.value)
        return json({ detail: 'not now' }, 400)(exchange);
      if (method === 'PATCH') jobs.set(id, { ...{ id, name: `Job ${id}` }, ...JSON.parse(body) });
      await json(path.endsWith('/status/') ? { id, name: '', status: 'queued' } : (jobs.get(id) ?? []))(
        exchange,
      );
    });
    const options = {
      servers: [{ id: 'plant', name: 'Plant', url: server.url }],
      answer: ({ actions }: { readonly actions: readonly string[] }) =>
        actions.find(action => action === 'Disable' || action === 'Show Report'),
    };
    return withApp(options, async running => {
      const uris: vscode.Uri[] = [];
      user.shown = (_, uri) => uris.push(uri);
      await use({ ...running, server, isRejecting, uris });
    });
  });
}

const disable = ({ app }: MemoryServer, ids: readonly number[]) =>
  app.runCommand('deviceAutomation.job.disable', [{ ids, server: 'plant' }]);

/** The text, links and buttons of a report. */
function shownAt({ app: { reports } }: Pick<RunningApp, 'app'>, uri: vscode.Uri | undefined) {
  assert.ok(uri !== undefined);
  const text = new TextDecoder().decode(reports.readFile(uri));
  const document = { uri, getText: () => text, positionAt: (offset: number) => offset };
  return {
    text,
    links: reports
      .provideDocumentLinks(asTextDocument(document))
      .map(({ target }) => [target?.path, target?.query]),
    actions: reports
      .provideCodeLenses(asTextDocument(document))
      .map(({ command }) => CommandSchema.parse(command)),
  };
}

/** Reloads the window, which preserves only the workspace state. */
function reloaded({ server, workspace }: MemoryServer, use: (running: RunningApp) => Promise<void>) {
  const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
  return withApp({ servers, workspace }, use);
}

/** Another window of the same user, with the same storage. */
function laterWindow({ server, storage }: MemoryServer, use: (running: RunningApp) => Promise<void>) {
  const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
  const prepare = (own: string) => cp(storage, own, { recursive: true });
  return withApp({ servers, prepare }, use);
}

describe('a report', () => {
  it('of a run links its jobs, and retries what failed', () =>
    withMemoryServer(async memoryServer => {
      await disable(memoryServer, [1, 2, 3]);
      const [uri] = memoryServer.uris;
      assert.deepEqual([uri?.scheme, uri?.path.split('/').at(-1)], [reportScheme, 'Disable Jobs on “Plant”']);
      const { text, links, actions } = shownAt(memoryServer, uri);
      assert.match(text, /^2 done\. 1 failed\.$/m);
      assert.deepEqual(
        links.map(([path, query]) => `${path} ${query}`),
        [2, 1, 3].map(id => `deviceAutomation.job.open [{"id":${id},"server":"plant"}]`),
      );
      const retry = actions.find(({ command }) => command === 'deviceAutomation.run.retry');
      assert.equal(retry?.title, 'Retry 1 Object…');
      memoryServer.isRejecting.value = false;
      await memoryServer.app.runCommand(retry.command, retry.arguments);
      const changes = memoryServer.server.received.filter(({ method }) => method === 'PATCH');
      assert.deepEqual(
        changes.slice(3).map(({ path }) => path),
        ['/automation/api/job/2/'],
      );
    }));

  it('of a run undoes it in a later window, also from the list of activities', () =>
    withMemoryServer(async memoryServer => {
      const isEnabled = () =>
        memoryServer.server.received.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
      await disable(memoryServer, [1, 3]);
      await memoryServer.app.close();
      await laterWindow(memoryServer, async ({ app }) => {
        user.quickPick = box => box.pressRowButton('Undo');
        await app.runCommand('deviceAutomation.activity.show', []);
      });
      assert.deepEqual(isEnabled(), [
        ...Array(2).fill('{"enabled":false}'),
        ...Array(2).fill('{"enabled":true}'),
      ]);
    }));

  it('is restored after a reload of the window, with its links and buttons', () =>
    withMemoryServer(async memoryServer => {
      await disable(memoryServer, [1, 2, 3]);
      const [uri] = memoryServer.uris;
      const before = shownAt(memoryServer, uri);
      await reloaded(memoryServer, async ({ app, messages }) => {
        assert.deepEqual(shownAt({ app }, uri), before);
        await app.runCommand('deviceAutomation.report.refresh', [uri]);
        assert.match(messages.at(-1)?.message ?? '', /is from before the window was reloaded/);
      });
    }));
});

describe('“Report Issue…”', () => {
  beforeEach(() => {
    manifestIs({ bugs: { url: 'https://github.com/owner/name/issues' } });
  });

  afterEach(() => {
    user.ran = () => undefined;
    manifestIs(undefined);
  });

  const IssueSchema = z.object({ extensionId: z.string(), issueTitle: z.string(), issueBody: z.string() });
  const issueOf = async (running: RunningApp, ...args: readonly unknown[]) => {
    const issues: unknown[] = [];
    user.ran = (id, [issue]) => void (id === 'workbench.action.openIssueReporter' && issues.push(issue));
    await running.app.runCommand('deviceAutomation.issue.report', args);
    assert.equal(issues.length, 1);
    return IssueSchema.parse(issues[0]);
  };

  it('opens VS Code’s reporter with versions and the connection report, without the token', () =>
    withMemoryServer(async memoryServer => {
      const { extensionId, issueBody } = await issueOf(memoryServer, 'plant');
      assert.equal(extensionId, 'device-automation.device-automation');
      assert.match(issueBody, /^- Node\.js: \d+/m);
      assert.match(issueBody, /^- Requests are made from: this computer$/m);
      assert.match(issueBody, /```text\nConnection report for “Plant”[\s\S]+```\n$/);
      assert.ok(!issueBody.includes(scriptToken));
    }));
});
