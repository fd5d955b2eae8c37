import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { ServerConfig } from '../../../src/model/server.ts';
import { statusError } from '../store/support/fakes.ts';
import { jobUri } from './support/fileSystemDesk.ts';

const { FileSystemError, Uri } = await import('vscode');
const { DocumentServers } = await import('../../../src/documents/documentServers.ts');
const { objectUri } = await import('../../../src/documents/documentUri.ts');
const { withPlant } = await import('../commands/support/plant.ts');

describe('the error that VS Code shows for a document', () => {
  const withServers = (use: (given: ReturnType<typeof createServers>) => void) =>
    withPlant(async ({ session }) => use(createServers(session)));

  function createServers(session: Parameters<Parameters<typeof withPlant>[0]>[0]['session']) {
    const logged: string[] = [];
    const asked: (ServerConfig | undefined)[] = [];
    const open = new Map([['plant', session]]);
    const servers = new DocumentServers({
      sessions: { get: id => open.get(id) },
      notices: {
        text: (error, server) => {
          asked.push(server);
          return `[${String(error)}](command:x)`;
        },
      },
      log: { info: () => undefined, error: text => logged.push(text) },
    });
    return { servers, logged, asked, open, session };
  }

  it('names no error class, contains no links, and concerns the server of the document', () =>
    withServers(({ servers, asked, logged, session }) => {
      const error = servers.fileError(jobUri, new TypeError('no'));
      assert.deepEqual([error.name, error.message], ['', '[TypeError: no] (command:x)']);
      servers.fileError(objectUri('office', 'job', 1, 'x'), new Error('no'));
      for (const uri of ['file:///x/y.json', 'device-automation://schemas_/jobs/file.json'])
        servers.fileError(Uri.parse(uri, true), new Error('no'));
      assert.deepEqual(asked, [session.server, undefined, undefined, undefined]);
      assert.deepEqual(logged, []);
    }));

  it('is logged when the server returned it', () =>
    withServers(({ servers, logged }) => {
      servers.fileError(jobUri, statusError(403));
      assert.equal(logged.length, 1);
    }));

  it('stays unchanged when it is VS Code’s own', () =>
    withServers(({ servers }) => {
      const error = FileSystemError.FileNotFound(jobUri);
      assert.equal(servers.fileError(jobUri, error), error);
    }));

  it('names the server by its last name once that was removed from the settings', () =>
    withServers(({ servers, open }) => {
      const ref = { kind: 'object', serverId: 'plant', objectKind: 'job', id: 1, view: 'edited' } as const;
      const uri = objectUri('plant', 'job', 1, 'A.job.json.x');
      servers.session(uri, ref);
      open.clear();
      assert.throws(() => servers.session(uri, ref), {
        message:
          '“A.job.json.x” can no longer be read or saved: its server “Plant” was removed from the list of servers.',
      });
    }));
});
