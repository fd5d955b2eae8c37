import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { scriptToken } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { projectDirectory } from '../support/projectFiles.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');
const { formerCommands, unlistedCommands } = await import('../../src/commandNames.ts');

const ManifestSchema = z.looseObject({
  contributes: z.looseObject({
    commands: z.array(z.looseObject({ command: z.string() })),
    menus: z.looseObject({
      commandPalette: z.array(z.looseObject({ command: z.string(), when: z.string() })),
    }),
  }),
});
const { contributes } = ManifestSchema.parse(
  JSON.parse(await readFile(`${projectDirectory}/package.json`, 'utf8')),
);
const hidden = new Set(
  contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
);
/** The commands that the palette offers without a document, row or server. */
const offered = contributes.commands.map(({ command }) => command).filter(id => !hidden.has(id));

/** Commands that open or start something. */
const shows: ReadonlySet<string> = new Set([
  'deviceAutomation.demo.start',
  'deviceAutomation.timeline.show',
  'deviceAutomation.log.show',
  'deviceAutomation.issue.report',
  'deviceAutomation.walkthrough.open',
]);

/** Commands whose effect appears elsewhere: in a view, the clipboard or an editor, or as a signed-out server. */
const hasOtherEffect: ReadonlySet<string> = new Set([
  'deviceAutomation.jobs.refresh',
  'deviceAutomation.groups.refresh',
  'deviceAutomation.job.create',
  'deviceAutomation.group.create',
  'deviceAutomation.jobs.watchAll',
  'deviceAutomation.server.copyUrl',
  'deviceAutomation.server.signOut',
  'deviceAutomation.server.switch',
]);

async function effectOf(running: RunningApp, asked: readonly string[], id: string): Promise<number> {
  const before = running.messages.length + running.shown.length + asked.length;
  await running.app.runCommand(id, []);
  return running.messages.length + running.shown.length + asked.length - before;
}

describe('the commands of package.json', () => {
  it('are exactly those of the kernel and its contributions', () =>
    withApp({ servers: [] }, async ({ app }) => {
      const contributed = [...contributes.commands.map(({ command }) => command), ...unlistedCommands];
      assert.deepEqual(
        contributed.toSorted(),
        app.commandIds.filter(id => !formerCommands.has(id)).toSorted(),
      );
    }));
});

describe('a command that has another name now', () => {
  it('exists under that name', () => {
    const known = new Set([...contributes.commands.map(({ command }) => command), ...unlistedCommands]);
    const lost = [...formerCommands].filter(([id, now]) => !known.has(now) || known.has(id));
    assert.deepEqual(lost, []);
  });

  it('still runs from a keyboard shortcut, and says once where to change it', () =>
    withScript(async server => {
      server.otherwise(json([]));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      const picked: string[] = [];
      const pick = (title: string) => void picked.push(title);
      await withApp({ servers, pick }, async ({ app, messages }) => {
        for (const id of ['jobs.sort', 'jobs.sort', 'jobs.group'])
          await app.runCommand(`deviceAutomation.${id}`, []);
        assert.deepEqual(picked, ['Sort Jobs by', 'Sort Jobs by', 'Group Jobs by']);
        assert.deepEqual(
          messages.map(({ message }) => message),
          ['sort', 'group'].map(
            word =>
              `The command deviceAutomation.jobs.${word} is now deviceAutomation.jobs.arrange. Change your keyboard shortcut.`,
          ),
        );
      });
    }));

  it('may have had the ending of those for several rows', () =>
    withApp({ servers: [] }, async ({ app, messages }) => {
      await app.runCommand('deviceAutomation.job.pin.many', []);
      assert.deepEqual(
        messages.map(({ message }) => message),
        [
          'The command deviceAutomation.job.pin.many is now deviceAutomation.row.pin. Change your keyboard shortcut.',
          'No server is configured yet.',
        ],
      );
    }));
});

describe('a server that is started or added', () => {
  it('focuses the Jobs view, whatever the side bar shows', () =>
    withScript(async server => {
      server.otherwise(json([]));
      const ran: string[] = [];
      user.ran = id => ran.push(id);
      const input = (title: string) => (title.startsWith('Token') ? scriptToken : undefined);
      await withApp({ servers: [], input }, async ({ app }) => {
        await app.runCommand('deviceAutomation.demo.start', []);
        assert.deepEqual(
          ran.splice(0).filter(id => id.endsWith('.focus')),
          ['deviceAutomation.jobs.focus'],
        );
        await app.runCommand('deviceAutomation.server.add', [{ name: 'Plant', url: server.url }]);
        assert.deepEqual(
          ran.splice(0).filter(id => id.endsWith('.focus')),
          ['deviceAutomation.jobs.focus'],
        );
        await app.runCommand('deviceAutomation.demo.stop', []);
      });
      user.ran = () => undefined;
    }));
});

describe('the walkthrough', () => {
  it('is opened by its command, which the welcome view has as a link, and never by itself', async () => {
    const opened: unknown[] = [];
    user.ran = (id, args) => void (id === 'workbench.action.openWalkthrough' && opened.push(args[0]));
    await withApp({ servers: [] }, async ({ app }) => {
      assert.deepEqual(opened, []);
      await app.runCommand('deviceAutomation.walkthrough.open', []);
      assert.deepEqual(opened, ['device-automation.device-automation#deviceAutomation.start']);
    });
    user.ran = () => undefined;
  });
});

describe('a command of the palette', () => {
  for (const id of offered.filter(id => !shows.has(id))) {
    it(`${id} shows a message or prompt when there is no server`, async () => {
      const asked: string[] = [];
      const input = (title: string) => void asked.push(title);
      await withApp({ servers: [], input }, async running =>
        assert.ok((await effectOf(running, asked, id)) > 0, 'it returned silently'),
      );
    });

    it(`${id} has a visible effect when there are no jobs and groups`, () =>
      withScript(async server => {
        server.otherwise(json([]));
        const asked: string[] = [];
        const input = (title: string) => void asked.push(title);
        const pick = (title: string) => void asked.push(title);
        const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
        await withApp({ servers, input, pick }, async running => {
          const requests = server.received.length;
          const effects = await effectOf(running, asked, id);
          const isDone = hasOtherEffect.has(id) || effects > 0 || server.received.length > requests;
          assert.ok(isDone, 'it returned silently');
        });
      }));
  }
});
