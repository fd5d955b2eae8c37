import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bare, json, reset } from '../support/http/answers.ts';
import { type Answer, type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
const accepted = json({ message: 'Задачи успешно остановлены' });

/** A server whose jobs have ended long ago, and which answers stops by a script. */
function withPlant(
  stops: readonly Answer[],
  use: (running: RunningApp, server: ScriptedServer) => Promise<void>,
  options: Pick<AppOptions, 'answer'> = {
    answer: ({ actions }) => actions.find(action => action === 'Stop' || action === 'Show Report'),
  },
): Promise<void> {
  const script = [...stops];
  return withScript(server => {
    server.otherwise(async exchange => {
      const { method, path } = exchange.received;
      const id = Number(/\/job\/(\d+)\//.exec(path)?.[1]);
      if (method === 'POST') return (script.shift() ?? bare(599))(exchange);
      return json(
        path.endsWith('/status/') ? { id, name: '', status: 'completed' } : { id, name: `Job ${id}` },
      )(exchange);
    });
    return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }], ...options }, running =>
      use(running, server),
    );
  });
}

const stop = ({ app }: RunningApp) => app.runCommand('deviceAutomation.job.stop', [{ ids, server: 'plant' }]);
const stopsOf = ({ received }: ScriptedServer) => received.filter(({ method }) => method === 'POST');

describe('a stop of many jobs of which a part failed', () => {
  it('says of each job what became of it, and which requests were not made', () =>
    withPlant([bare(413), accepted, reset], async (running, server) => {
      await stop(running);
      const texts = running.told.map(({ message }) => message);
      assert.match(
        texts.find(text => text.includes('failed')) ?? '',
        /Could not stop jobs on “Plant”\. Stop requested for 500 of 1001 jobs; 500 failed and 1 were not sent\. The response was lost/,
      );
      const [report = ''] = running.shown;
      assert.match(report, /500 done\. 500 sent, outcome unknown\. 1 not sent\./);
      assert.match(report, /Not sent \(1\)\n {2}Job 1001 \(#1001\)/);
      assert.match(report, /check the server before retrying \(500\)\n {2}Job 501 \(#501\): /);
      assert.match(texts[1] ?? '', /Not executing, so not affected: “Job 1 \(completed\)”,/);
      assert.equal(texts.length, 2, 'a question, and one notification of everything');
      assert.equal(stopsOf(server).length, 3, 'nothing is sent twice');
      assert.deepEqual(await readdir(join(running.storage, 'runs')), []);
    }));

  it('a first part without a response leaves the others unsent, and that is reported', () =>
    withPlant([bare(413), reset], async (running, server) => {
      await stop(running);
      assert.match(running.shown[0] ?? '', /0 done\. 500 sent, outcome unknown\. 501 not sent\./);
      assert.equal(stopsOf(server).length, 2);
    }));

  it('a part that is rejected was not done', () =>
    withPlant([bare(413), accepted, bare(403)], async running => {
      await stop(running);
      assert.match(running.shown[0] ?? '', /500 done\. 500 failed\. 1 not sent\./);
    }));
});

describe('the journal of a stop', () => {
  const records = async (storage: string) => {
    const folder = join(storage, 'runs');
    return Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')));
  };

  it('says of a window that closes in the middle which parts were not sent', () => {
    let close: () => Promise<void> = () => Promise.reject(new Error('too early'));
    const closing: Answer = async exchange => {
      await close();
      exchange.request.socket.destroy();
    };
    return withPlant([bare(413), accepted, closing], async running => {
      close = () => running.app.close();
      await stop(running);
      const { readRun } = await import('../../src/journal/runRecord.ts');
      const [text = ''] = await records(running.storage);
      const counts = new Map<string, number>();
      for (const { is } of readRun(text)?.items ?? []) counts.set(is, (counts.get(is) ?? 0) + 1);
      assert.deepEqual(Object.fromEntries(counts), { done: 500, unknown: 500, notSent: 1 });
    });
  });

  it('leaves nothing behind when a job cannot be noted, and then nothing is sent', () =>
    withPlant([], async (running, server) => {
      const { OpenRun } = await import('../../src/journal/openRun.ts');
      const { sent } = OpenRun.prototype;
      OpenRun.prototype.sent = async function (item, kept) {
        if (item === 2) throw new Error('no space left');
        return sent.call(this, item, kept);
      };
      try {
        await stop(running);
      } finally {
        OpenRun.prototype.sent = sent;
      }
      assert.equal((await records(running.storage)).length, 0);
      assert.equal(stopsOf(server).length, 0);
    }));
});
