import assert from 'node:assert/strict';
import type { CommandContext } from '../../../src/workbench/commands/commandContext.ts';
import { type Given as Plant, withMemoryServer } from './support/memoryServer.ts';

const vscode = await import('vscode');
const { kernelCommands, runCommand } = await import('../../../src/workbench/commands/table.ts');

const run = (context: CommandContext, id: string, args: readonly unknown[]) =>
  runCommand(context, { handlers: kernelCommands, former: new Map() }, id, args);

type Given = Omit<Plant, 'context' | 'done'> & ReturnType<typeof wholeContext>;

/**
 * Two servers in memory, one of which is active, plus views and documents that record what is done with them.
 */
const withContext = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(plant =>
    withMemoryServer(async office => use({ ...plant, ...wholeContext(plant, office) }), {
      id: 'office',
      name: 'Office',
      url: 'https://office.example',
    }),
  );

function wholeContext({ context: all, session }: Plant, office: Plant) {
  const configured = [session.server, office.session.server];
  const done: string[] = [];
  const copied: string[] = [];
  const note = (text: string) => async () => void done.push(text);
  const documentUri = vscode.Uri.parse('device-automation://plant/jobs/1/Scan.json');
  const open: { uri: typeof documentUri | undefined } = { uri: undefined };
  const act = (name: string) => async (uri: { readonly path: string }) =>
    void done.push(`${name} ${uri.path}`);
  const view = (name: string) => ({
    filter: name,
    refresh: note(`refresh ${name}`),
    setFilter: (text: string) => void done.push(`filter ${name} '${text}'`),
    frame: { ...all.jobsView.frame, show: note(`show ${name}`) },
  });
  const context: CommandContext = {
    ...all,
    offerServer: async () => undefined,
    servers: {
      ...all.servers,
      servers: configured,
      active: session.server,
      get: id => configured.find(server => server.id === id),
      isTemporary: () => false,
    },
    tokens: { get: async () => 'token', set: async () => undefined, delete: async () => undefined },
    log: { ...all.log, show: () => void done.push('log') },
    jobsView: { ...all.jobsView, ...view('jobs') },
    groupsView: { ...all.groupsView, ...view('groups') },
    clipboard: { ...all.clipboard, writeText: async text => void copied.push(text) },
    documents: {
      ...all.documents,
      activeUri: () => open.uri,
      objectOf: uri =>
        uri === documentUri ? { serverId: session.server.id, kind: 'job', id: 1 } : undefined,
      compare: act('compare'),
      replace: act('replace'),
      revert: act('revert'),
      openJson: act('JSON'),
      openForm: act('form'),
    },
  };
  return { context, done, copied, open, documentUri };
}

describe('a command', () => {
  it('applies to its own view', () =>
    withContext(async ({ context, done }) => {
      for (const list of ['jobs', 'groups'] as const) {
        await run(context, `deviceAutomation.${list}.refresh`, []);
        await run(context, `deviceAutomation.${list}.filter`, ['lab']);
      }
      await run(context, 'deviceAutomation.log.show', []);
      assert.deepEqual(done, [
        'refresh jobs',
        "filter jobs 'lab'",
        'show jobs',
        'refresh groups',
        "filter groups 'lab'",
        'show groups',
        'log',
      ]);
    }));

  it('applies to the open document, or reports that one is needed', () =>
    withContext(async ({ context, done, open, documentUri, user }) => {
      const commands = ['compare', 'replace', 'revert', 'openJson', 'openForm'] as const;
      for (const command of commands) await run(context, `deviceAutomation.document.${command}`, []);
      assert.deepEqual(done, []);
      assert.deepEqual(user.of('info'), Array(5).fill('Open a job or group first.'));
      open.uri = documentUri;
      for (const command of commands) await run(context, `deviceAutomation.document.${command}`, []);
      assert.deepEqual(
        done,
        ['compare', 'replace', 'revert', 'JSON', 'form'].map(word => `${word} /jobs/1/Scan.json`),
      );
      assert.equal(user.messages.length, 5);
    }));

  it('copies the URL of the given server, and nothing when none is chosen', () =>
    withContext(async ({ context, copied, user }) => {
      await run(context, 'deviceAutomation.server.copyUrl', []);
      assert.deepEqual([user.of('pick'), copied], [['Copy URL'], []]);
      await run(context, 'deviceAutomation.server.copyUrl', ['office']);
      assert.deepEqual(copied, ['https://office.example']);
    }));
});
