import assert from 'node:assert/strict';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { EditorTabs, TestDocument } from '../../workbench/documents/support/setup.ts';

const { documentEvents, user } = await import('../../support/vscode/vscodeFake.ts');
const { keepDocumentLanguages } = await import('../../../src/contrib/jsonEditing/vscode/jsonLanguage.ts');
const { newObjectUri, objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { followOpenJobs, followTitleActions } = await import('../../../src/workbench/documents/openJobs.ts');
const { ServerDecorations } = await import('../../../src/workbench/documents/serverDecorations.ts');
const { Emitter } = await import('../../../src/base/emitter.ts');

const one = objectUri('plant', 'job', 1, 'One');
const two = objectUri('plant', 'job', 2, 'Two');
const group = objectUri('plant', 'group', 1, 'Lab');

let setup: EditorTabs;

describe('documents that are open', () => {
  beforeEach(() => {
    setup = new EditorTabs();
  });

  afterEach(() => {
    setup.end();
    user.languages.length = 0;
  });

  describe('the jobs in open editors', () => {
    it('have fresh statuses as long as they are open', () =>
      withMemoryServer(async ({ session }) => {
        const asked: string[] = [];
        const statuses = {
          setInterest: (why: string, ids: readonly number[]) => void asked.push(`${why} ${ids}`),
        };
        const watched = partialOf<ServerSession>({
          server: session.server,
          statuses: partialOf<ServerSession['statuses']>(statuses),
        });
        const opened = new Emitter<ServerSession>();
        setup.set([{ uri: one }, { uri: two, is: 'form' }, { uri: group }, { uri: two, is: 'diff' }]);
        const following = followOpenJobs({ open: [watched], onDidOpen: opened.event });
        setup.change([{ uri: two }, { uri: objectUri('office', 'job', 3, 'x') }, { uri: two, is: 'other' }]);
        setup.change([{ uri: newObjectUri('plant', 'job', 3, 'x') }]);
        opened.fire(session);
        following.dispose();
        setup.change([{ uri: one }]);
        assert.deepEqual(asked, ['open 1,2', 'open 2', 'open ', 'open ']);
      }));
  });

  describe('the actions in the title bars of open jobs', () => {
    const prefix = 'deviceAutomation.';

    it('match each job, and follow its changes', () =>
      withMemoryServer(async ({ memoryServer: server, session }) => {
        const changed = new Emitter<void>();
        const objects = new Emitter<ServerSession>();
        const statuses = new Emitter<ServerSession>();
        const sessions = {
          open: [session],
          onDidChange: changed.event,
          onDidChangeObjects: objects.event,
          onDidChangeStatuses: statuses.event,
        };
        const keys = () =>
          setup.ran
            .splice(0)
            .map(([id, key, value]) => {
              assert.equal(id, 'setContext');
              return [String(key).replace(prefix, ''), value];
            })
            // Once set, the key stays set for the life of the process.
            .filter(([key]) => key !== 'did.openJob');
        const following = followTitleActions(sessions);
        keys();
        server.jobs.set(1, { name: 'One', enabled: true });
        server.jobs.set(2, { name: 'Two', enabled: false });
        await session.jobs.refresh();
        const office = objectUri('office', 'job', 3, 'x');
        setup.change([
          { uri: one },
          { uri: two },
          { uri: office },
          { uri: objectUri('plant', 'job', 9, 'x') },
        ]);
        assert.deepEqual(keys(), [
          ['enabledDocuments', [one.toString()]],
          ['disabledDocuments', [two.toString()]],
        ]);
        server.jobs.set(2, { name: 'Two', enabled: true });
        await session.jobs.refresh();
        objects.fire(session);
        assert.deepEqual(keys(), [
          ['enabledDocuments', [one.toString(), two.toString()]],
          ['disabledDocuments', []],
        ]);
        server.statuses.set(1, 'running');
        await session.statuses.read(1);
        statuses.fire(session);
        assert.deepEqual(keys(), [['executingDocuments', [one.toString()]]]);
        setup.set([]);
        changed.fire();
        assert.deepEqual(keys(), [
          ['enabledDocuments', []],
          ['executingDocuments', []],
        ]);
        following.dispose();
        setup.change([{ uri: one }]);
        assert.deepEqual(keys(), []);
      }));
  });

  describe('the language of an open document', () => {
    class LanguageDocument extends TestDocument {
      languageId: string;
      constructor(uri: typeof one, languageId: string) {
        super(uri, '{}');
        this.languageId = languageId;
      }
    }

    afterEach(() => {
      user.editors.length = 0;
    });

    it('needs no highlighting as long as it is shown as a form', () => {
      const before = new LanguageDocument(one, 'jsonc');
      user.documents.push(before);
      const keeping = keepDocumentLanguages();
      const opened = [
        new LanguageDocument(two, 'device-automation-document'),
        new LanguageDocument(one.with({ authority: 'schemas_' }), 'json'),
        new LanguageDocument(one.with({ scheme: 'file' }), 'json'),
      ];
      for (const document of opened) documentEvents.opened.fire(document);
      keeping.dispose();
      documentEvents.opened.fire(new LanguageDocument(two, 'jsonc'));
      assert.deepEqual(user.languages, [`${one} device-automation-document`]);
    });

    it('is that of its kind once it is shown as text, unless the user selects another', () => {
      const job = new LanguageDocument(one, 'device-automation-document');
      const lab = new LanguageDocument(group, 'jsonc');
      user.documents.push(job, lab);
      user.editors.push({ document: lab });
      const keeping = keepDocumentLanguages();
      user.editors.push({ document: job });
      documentEvents.visible.fire();
      lab.languageId = 'plaintext';
      documentEvents.opened.fire(lab);
      documentEvents.visible.fire();
      keeping.dispose();
      assert.deepEqual(user.languages, [`${group} device-automation-group`, `${one} device-automation-job`]);
    });
  });

  describe('the mark on the tabs of a server', () => {
    it('shows that it is a production server, or else that it is read-only', () => {
      const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };
      const marks: Pick<ServerConfig, 'production' | 'readOnly'> = {};
      const changed = new Emitter<void>();
      const decorations = new ServerDecorations({
        get: id => (id === 'plant' ? { ...server, ...marks } : undefined),
        onDidChange: changed.event,
      });
      let heard = 0;
      decorations.onDidChangeFileDecorations(() => {
        heard += 1;
      });
      const of = (uri = one) => decorations.provideFileDecoration(uri);
      assert.equal(of(), undefined);
      Object.assign(marks, { readOnly: true });
      assert.deepEqual({ ...of() }, { badge: 'R', tooltip: 'Plant (read-only)', color: undefined });
      Object.assign(marks, { production: true });
      const { badge, tooltip, color } = of() ?? assert.fail('it is marked');
      assert.deepEqual(
        [badge, tooltip, { ...color }],
        ['⚠', '⚠ Plant (production, read-only)', { id: 'deviceAutomation.production' }],
      );
      assert.equal(of(one.with({ scheme: 'file' })), undefined);
      assert.equal(of(objectUri('office', 'job', 1, 'x')), undefined);
      changed.fire();
      assert.equal(heard, 1);
      decorations.dispose();
      changed.fire();
      assert.equal(heard, 1);
    });
  });
});
