import assert from 'node:assert/strict';
import { filterTerms } from '../house/support/filterTerms.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';
import { withApp } from './support/appInNode.ts';

const { englishTerms } = await import('../../src/store/filter/jobFilter.ts');

describe('the filter of a window', () => {
  it('has the terms of all contributions, and loads what finds clashes', () =>
    withScript(async server => {
      const params = 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY';
      const on = (id: number, device: number) => ({
        ...jobWire(id),
        params,
        peers: [{ id: device, hostname: `PC-${device}`, addr: '', status: 'online' }],
      });
      const listedJobs = pageWire([on(1, 1), on(2, 1), on(3, 2)]);
      server.otherwise(exchange =>
        json(exchange.received.path.includes('/group/') ? [] : listedJobs)(exchange),
      );
      await withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const { jobs } = app.trees;
        const words = jobs.filterVocabulary.terms.map(([word]) => word);
        assert.deepEqual(words.toSorted(), [...englishTerms(filterTerms)].sort());
        const listed = async (filter: string) => {
          jobs.setFilter(filter);
          const rows = await jobs.getChildren();
          return rows.flatMap(row => (row.kind === 'job' ? [row.jobId] : []));
        };
        assert.deepEqual(await listed(''), [1, 2, 3]);
        assert.deepEqual(await listed('@clash'), [1, 2]);
        assert.deepEqual(await listed('-@failed since yesterday'), [1, 2, 3]);
      });
    }));
});
