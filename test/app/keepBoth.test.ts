import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { EditorInNode } from '../support/vscode/editorInNode.ts';
import { type RunningApp, type ShownMessage, withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('two people who change the same list', () => {
  it('lose no part of a merge when one edits the list before the merge is shown', () =>
    withConflict({ mine: [1, 2], theirs: [1, 3] }, 'Keep Both', async ({ editor, patches }) => {
      const saving = editor.save();
      editor.type({ policies: [1, 2, 4] });
      await saving;
      await editor.save();
      assert.deepEqual(patches, [{ policies: [1, 3, 2] }, { policies: [1, 3, 2, 4] }]);
    }));
});

interface Conflict extends RunningApp {
  readonly editor: EditorInNode;
  readonly patches: readonly unknown[];
}

interface Lists {
  readonly mine: readonly number[];
  readonly theirs: readonly number[];
}

/** A job with unsaved policies, while somebody else has saved other policies to the server. */
async function withConflict(
  { mine, theirs }: Lists,
  choice: string | undefined,
  use: (conflict: Conflict) => Promise<void>,
): Promise<void> {
  const answer = ({ actions }: ShownMessage) => actions.find(action => action === choice);
  await withScript(server =>
    withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }], answer }, async running => {
      let job: Record<string, unknown> = { id: 7, name: 'Nightly', policies: [1] };
      const patches: unknown[] = [];
      server.otherwise(exchange => {
        const { method, body } = exchange.received;
        if (method === 'PATCH') {
          const patch: unknown = JSON.parse(body);
          patches.push(patch);
          job = Object.assign({}, job, patch);
        }
        return json(job)(exchange);
      });
      const editor = await EditorInNode.open(running.app, objectUri('plant', 'job', 7, 'Nightly'));
      try {
        editor.type({ policies: mine });
        job = { ...job, policies: theirs };
        await use({ ...running, editor, patches });
      } finally {
        user.documents.length = 0;
      }
    }),
  );
}
