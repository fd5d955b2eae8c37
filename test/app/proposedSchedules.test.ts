import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';
import { openForm } from './support/formInNode.ts';
import { OpenDocument } from './support/openDocument.ts';

const { newObjectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('a schedule that the builder proposes', () => {
  it('is described by the host in the language and time zone of the preview', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        server.otherwise(json([]));
        const document = await OpenDocument.open(app, newObjectUri('plant', 'job', 1, 'New Job'));
        const form = await openForm(app, document);
        const proposed = 'DTSTART:20990105T033000Z\nRRULE:FREQ=DAILY';
        form.send({ type: 'describe', schedules: ['', proposed] });
        const descriptions = form.last('descriptions')?.descriptions;
        assert.deepEqual(descriptions, [
          { schedule: '', sentence: 'No schedule.' },
          { schedule: proposed, sentence: 'Every day at 03:30 UTC, from January 5, 2099.' },
        ]);
        document.edit(text => text.replace('"params": ""', `"params": ${JSON.stringify(proposed)}`));
        assert.equal(form.last('document')?.schedule?.sentence, descriptions?.[1]?.sentence);
        document.close();
      }),
    ));
});
