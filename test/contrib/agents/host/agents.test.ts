import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { isRecord } from '../../../../src/base/json.ts';
import {
  changingToolNames,
  readingToolNames,
  toolId,
} from '../../../../src/contrib/agents/common/toolNames.ts';

async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(toolId(name), { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  const value: unknown = JSON.parse(part.value);
  assert.ok(isRecord(value));
  return value;
}

async function rejection(name: string, input: object): Promise<string> {
  try {
    await call(name, input);
  } catch (error) {
    return String(error);
  }
  return assert.fail(`${name} must be rejected`);
}

/** The bundles of the extension that V8 knows in this extension host. */
function loadedBundles(): readonly string[] {
  const { extensionPath } = vscode.extensions.getExtension('device-automation.device-automation') ?? {};
  assert.ok(extensionPath !== undefined);
  const found = new Set<string>();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    if (url.includes(join(extensionPath, 'dist', '/'))) found.add(basename(url));
  });
  session.post('Debugger.enable');
  session.disconnect();
  return [...found].sort();
}

describe('the first call of a tool', () => {
  let loaded: readonly string[];
  before('see what is loaded', () => {
    loaded = loadedBundles();
  });

  it('is answered', () => call('check_server', { check: 'list' }));

  it('has loaded the code of the tools, which nothing had loaded before', () => {
    const all = ['app.cjs', 'extension.cjs', 'later.cjs', 'shared.cjs'];
    assert.deepEqual([loaded, loadedBundles()], [['extension.cjs'], all]);
  });
});

describe('tools for language models in VS Code', () => {
  before('start the demo server', () => vscode.commands.executeCommand('deviceAutomation.demo.start'));
  after('end it', () => vscode.commands.executeCommand('deviceAutomation.demo.stop'));

  const calls: Readonly<Record<(typeof readingToolNames)[number], readonly [right: object, wrong: object]>> =
    {
      find_jobs: [{ filter: '@enabled', limit: 5 }, { filter: '@enabeld' }],
      read_job: [{ id: 1 }, {}],
      find_groups_and_devices: [{ id: 1, limit: 3 }, { name: 'No such group' }],
      list_runs: [
        { runs: 'planned', limit: 5 },
        { runs: 'planned', from: 'tomorrow' },
      ],
      convert_schedule: [{ schedule: 'RRULE:FREQ=DAILY' }, { schedule: { every: 'day' } }],
      check_server: [{ check: 'connection' }, { check: 'all' }],
    };
  for (const name of readingToolNames) {
    it(`${name} answers, and says how to call it rightly`, async () => {
      const [right, wrong] = calls[name];
      assert.ok(Object.keys(await call(name, right)).length > 0);
      assert.match(await rejection(name, wrong), /must|takes|Terms|Pass|Find it|is no date|wrong format/);
    });
  }

  const changes: Readonly<
    Record<(typeof changingToolNames)[number], readonly [right: object, wrong: object]>
  > = {
    change_jobs_and_groups: [
      { ids: [2], change: { name: 'Changed by an agent' } },
      { ids: [2], change: { nmae: 'A' } },
    ],
    stop_jobs: [{ filter: '@running' }, { filter: '@runing' }],
    delete_jobs_and_groups: [{ jobs: [2] }, { jobs: [2], groups: [1] }],
  };
  for (const name of changingToolNames) {
    it(`${name} changes nothing unless the user confirms it, and says how to call it rightly`, async () => {
      const before = await call('find_jobs', { limit: 200 });
      // VS Code refuses to show modal dialogs in tests, so nobody confirms.
      const refused = await call(name, changes[name][0]).then(
        ({ applied }) => applied === false,
        () => true,
      );
      assert.ok(refused);
      const after = await call('find_jobs', { limit: 200 });
      assert.deepEqual([after['jobs'], after['count']], [before['jobs'], before['count']]);
      assert.match(
        await rejection(name, changes[name][1]),
        /did you mean|must be|needs a|Did you mean|Pass either/,
      );
    });
  }

  it('are offered as the setting says', async () => {
    const configuration = vscode.workspace.getConfiguration('deviceAutomation');
    await configuration.update('agents.tools', 'readOnly', vscode.ConfigurationTarget.Global);
    assert.match(
      await rejection('change_jobs_and_groups', changes.change_jobs_and_groups[0]),
      /only tools that read/,
    );
    await configuration.update('agents.tools', 'off', vscode.ConfigurationTarget.Global);
    assert.match(await rejection('find_jobs', {}), /switched .* off/);
    await configuration.update('agents.tools', undefined, vscode.ConfigurationTarget.Global);
    assert.ok((await call('find_jobs', {}))['count']);
  });
});
