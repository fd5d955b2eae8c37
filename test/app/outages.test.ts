import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import * as z from 'zod';
import { startDemoServer } from '../demo/server.ts';
import { scriptToken, startMs } from '../support/http/clients.ts';
import { createManualClock } from '../support/manualClock.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

/** A little longer than the delay between two attempts while the view is visible. */
const attemptMs = 4_400;

/** The members of a visible view that the extension uses. */
function visibleView() {
  const noEvent = () => ({ dispose: () => undefined });
  return z
    .custom<vscode.TreeView<never>>(() => true)
    .parse({
      visible: true,
      selection: [],
      onDidChangeSelection: noEvent,
      onDidChangeVisibility: noEvent,
      onDidExpandElement: noEvent,
      onDidCollapseElement: noEvent,
    });
}

/** Resolves when the Servers view is redrawn, as it is whenever an outage changes. */
function nextChange({ app }: RunningApp): Promise<void> {
  return new Promise(resolve => {
    const subscription = app.trees.servers.onDidChangeTreeData(() => {
      subscription.dispose();
      resolve();
    });
  });
}

async function isOffline({ app }: RunningApp): Promise<boolean> {
  const [row] = app.trees.servers.getChildren();
  assert.ok(row);
  const { iconPath } = await app.trees.servers.getTreeItem(row);
  return typeof iconPath === 'object' && 'id' in iconPath && iconPath.id === 'debug-disconnect';
}

async function rowCount(tree: 'jobs' | 'groups', { app }: RunningApp): Promise<number> {
  return tree === 'jobs'
    ? (await app.trees.jobs.getChildren()).length
    : (await app.trees.groups.getChildren()).length;
}

describe('a server that is unavailable when the window opens', () => {
  it('is shown within 5 s of becoming available while the view is visible, however long that took', async () => {
    const options = { jobs: 20, groups: 4, devices: 30, pace: 'still', token: scriptToken } as const;
    const server = await startDemoServer(options);
    await server.close();
    const clock = createManualClock(startMs);
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    await withApp({ servers, clock }, async running => {
      running.app.trees.jobs.attach(visibleView());
      await Promise.all([rowCount('jobs', running), rowCount('groups', running)]);
      assert.ok(await isOffline(running));
      for (let attempt = 1; attempt <= 8; attempt++) {
        clock.advance(attemptMs);
        await nextChange(running);
        assert.ok(await isOffline(running));
      }

      const again = await startDemoServer({ ...options, port: Number(new URL(server.url).port) });
      try {
        clock.advance(attemptMs);
        while (await isOffline(running)) await nextChange(running);
        assert.equal(await rowCount('jobs', running), 20);
        await until(running, async () => (await rowCount('groups', running)) === 4);
      } finally {
        await again.close();
      }
    });
  });
});

/** Waits until the Groups view meets the condition. */
async function until({ app }: RunningApp, isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) {
    await new Promise<void>(resolve => {
      const subscription = app.trees.groups.onDidChangeTreeData(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}
