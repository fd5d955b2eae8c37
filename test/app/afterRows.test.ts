import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';
import '../support/vscode/vscodeInNode.ts';
import { withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');

describe('the descriptions of schedules', () => {
  it('appear after the first rows, and date formats are created only then', () =>
    withScript(server => {
      const params = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';
      server.otherwise(json(pageWire([{ ...jobWire(1), params }])));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      return withApp({ servers }, ({ app }) =>
        countingFormats(async formats => {
          const { jobs } = app.trees;
          const redrawn = new Promise(resolve => void jobs.onDidChangeTreeData(resolve));
          const [row] = await jobs.getChildren();
          assert.ok(row);
          assert.equal(jobs.getTreeItem(row).description, '');
          assert.equal(formats(), 0);
          assert.deepEqual(await redrawn, [row]);
          assert.match(String(jobs.getTreeItem(row).description), /^in \d|\d\d:\d\d$/);
          assert.ok(formats() > 0);
        }),
      );
    }));
});

describe('the settings', () => {
  it('are read only three times before the first rows, since each read takes VS Code milliseconds', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const inspected: string[] = [];
      user.inspected = name => inspected.push(name);
      return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const rows = await app.trees.jobs.getChildren();
        for (const row of rows) app.trees.jobs.getTreeItem(row);
        assert.equal(rows.length, 1);
        // Read for the servers, the request rate and the network.
        assert.deepEqual(inspected, ['deviceAutomation', 'deviceAutomation', 'http']);
      }).finally(() => {
        user.inspected = () => undefined;
      });
    }));
});

/** Counts the date formats that are created during `run`. */
async function countingFormats(run: (formats: () => number) => Promise<void>): Promise<void> {
  const { DateTimeFormat } = Intl;
  let created = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    apply: (target, self, args) => {
      created += 1;
      return Reflect.apply(target, self, args);
    },
    construct: (target, args) => {
      created += 1;
      return Reflect.construct(target, args);
    },
  });
  try {
    await run(() => created);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
}
