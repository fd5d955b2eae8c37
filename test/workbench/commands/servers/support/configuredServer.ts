import assert from 'node:assert/strict';
import type { ServerConfig } from '../../../../../src/api/model/server.ts';
import type { ReportSource } from '../../../../../src/workbench/reports/reports.ts';
import { FakePerson } from '../../support/memoryServer.ts';

export const configured: ServerConfig = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
const never = () => assert.fail('the test does not expect this');

/** One configured server whose changes are recorded, tokens and passphrases by URL, added servers, and reports that are shown. */
export function given(server: ServerConfig = configured) {
  const user = new FakePerson();
  const done: string[] = [];
  const edits: ServerConfig[] = [];
  const added: ServerConfig[] = [];
  const shown: ReportSource[] = [];
  const tokens = new Map([[server.url, 'token']]);
  const passphrases = new Map<string, string>();
  const context = {
    dialogs: user.dialogs,
    servers: {
      servers: [server],
      active: server,
      get: (id: string) => (id === server.id ? server : undefined),
      isTemporary: (id: string) => id === 'demo',
      setActive: async (id: string) => void done.push(`active ${id}`),
      add: async (config: ServerConfig) => void added.push(config),
      edit: async (before: ServerConfig, after: ServerConfig) => {
        assert.equal(before, server);
        edits.push(after);
      },
      remove: async (id: string) => void done.push(`remove ${id}`),
    },
    tokens: {
      get: async ({ url }: ServerConfig) => tokens.get(url),
      set: async ({ url }: ServerConfig, token: string) => void done.push(`token ${token} for ${url}`),
      delete: async ({ id }: ServerConfig) => void done.push(`forget the token of ${id}`),
    },
    passphrases: {
      get: async ({ id, url }: ServerConfig) => passphrases.get(`${id} ${url}`),
      set: async ({ id, url }: ServerConfig, text: string) => void passphrases.set(`${id} ${url}`, text),
      setTemporary: ({ id, url }: ServerConfig, text: string) => void passphrases.set(`${id} ${url}`, text),
      delete: async ({ id }: ServerConfig) => void done.push(`forget the passphrase of ${id}`),
    },
    demo: { start: never, stop: async () => void done.push('stop the demo') },
    notices: {
      text: String,
      show: never,
      note: never,
      forget: (id: string) => void done.push(`forget ${id}`),
    },
    log: { error: never, exchange: () => undefined, show: never },
    jobsView: { frame: { show: async () => void done.push('show the jobs') } },
    offerServer: never,
    reports: {
      show: async (source: ReportSource) => void shown.push(source),
      compare: never,
      refresh: never,
      uriOf: never,
      textOf: never,
    },
  };
  return { user, done, edits, added, shown, tokens, passphrases, context };
}
