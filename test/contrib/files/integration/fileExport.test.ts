import assert from 'node:assert/strict';
import { describeForManners } from '../../../support/http/manners.ts';
import { withWorkspace } from '../support/workspace.ts';

describeForManners('jobs and groups as files', manner => {
  it('contain neither the address of the server nor its token', () =>
    withWorkspace({ manner }, async workspace => {
      await workspace.export();
      const all = [...workspace.texts().values()].join('\n');
      assert.ok(!all.includes(new URL(workspace.server.url).host));
      assert.ok(!all.includes(workspace.server.token));
    }));
});
