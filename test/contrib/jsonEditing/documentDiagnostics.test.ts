import assert from 'node:assert/strict';
import * as z from 'zod';
import { OutcomeError } from '../../../src/api/errors/apiError.ts';
import { statusError } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createDocuments, TestDocument } from '../../workbench/documents/support/setup.ts';

const { HttpStatusError } = await import('../../../src/api/errors/apiError.ts');
const { documentEvents, user, Position } = await import('../../support/vscode/vscodeFake.ts');
const { newObjectUri, objectUri } = await import('../../../src/workbench/documents/documentUri.ts');
const { markProblems, offerLineBreaks } = await import(
  '../../../src/contrib/jsonEditing/vscode/documentDiagnostics.ts'
);

const uri = objectUri('plant', 'job', 1, 'One');

const PlaceSchema = z.object({ character: z.int() });
const ChangeSchema = z.object({
  range: z.object({ start: PlaceSchema, end: PlaceSchema }),
  text: z.string(),
});
const ActionsSchema = z.tuple([z.object({ edit: z.object({ replacements: z.tuple([ChangeSchema]) }) })]);

class MarkedDocument extends TestDocument {
  offsetAt({ character }: { readonly character: number }) {
    return character;
  }

  positionAt(offset: number) {
    return new Position(0, offset);
  }
}

let marks: ReturnType<typeof markProblems>;
let opened: ReturnType<typeof createDocuments>;

const saveFailed = (error: unknown, of = uri) => opened.document(of).saveFailed(error, 'no');
const serverProblems = () => opened.document().outcome.serverProblems;
const clock = createManualClock(Date.UTC(2026, 0, 1));

function open(text: string, of = uri): MarkedDocument {
  const document = new MarkedDocument(of, text);
  user.documents.push(document);
  documentEvents.opened.fire(document);
  return document;
}

function type(document: MarkedDocument, text: string): void {
  document.text = text;
  documentEvents.changed.fire({ document, contentChanges: [{}] });
}

/** Each diagnostic as the text it underlines, its source, and its message. */
function marksOf({ uri: of, text }: MarkedDocument): (readonly string[])[] | undefined {
  return user.diagnostics.get(of.toString())?.map(({ range, message, severity, ...rest }) => {
    const source = 'source' in rest ? String(rest.source) : '';
    const kind = ['error', 'warning', 'information'][severity] ?? '';
    return [text.slice(range.start.character, range.end.character), source, kind, message];
  });
}

function rejection(problems: readonly { path: readonly (string | number)[]; message: string }[]) {
  const { request } = statusError(400);
  return new HttpStatusError(request, {
    status: 400,
    detail: '',
    fieldErrors: problems,
    retryAfterMs: undefined,
  });
}

const own = 'Device Automation';
const text = (fields: object) => JSON.stringify({ name: 'One', policies: [1], ...fields });

describe('diagnostics of documents', () => {
  beforeEach(() => {
    opened = createDocuments();
    marks = markProblems(opened.documents, clock);
  });

  afterEach(() => {
    marks.dispose();
    opened.documents.dispose();
    user.documents.length = 0;
    assert.deepEqual([user.diagnostics.size, clock.pending], [0, 0]);
  });

  describe('marks in the text of a job', () => {
    it('underline the invalid value', () => {
      const document = open('{"name": 7, "policies": ["x"]}');
      assert.deepEqual(
        marksOf(document)?.map(mark => mark.slice(0, 3)),
        [
          ['7', own, 'error'],
          ['"x"', own, 'error'],
        ],
      );
    });

    it('are only hints in a new job, until something is typed or a save has failed', () => {
      const newUri = newObjectUri('plant', 'job', 1, 'New Job');
      const created = open('{"policies": [1]}', newUri);
      const kinds = () => marksOf(created)?.map(mark => mark.slice(0, 3));
      assert.deepEqual(kinds(), [['{', own, 'information']]);
      created.isDirty = true;
      type(created, '{"policies": [2]}');
      clock.advance(150);
      assert.deepEqual(kinds(), [['{', own, 'error']]);
      created.isDirty = false;
      type(created, '{"policies": [1]}');
      clock.advance(150);
      assert.deepEqual(kinds(), [['{', own, 'information']]);
      saveFailed(new Error('no name'), newUri);
      assert.deepEqual(kinds(), [['{', own, 'error']]);
    });

    it('underline the exact part of a schedule that is invalid, and name the rule', () => {
      const document = open(text({ params: 'RRULE:FREQ=DAILLY' }));
      assert.deepEqual(
        marksOf(document)?.map(mark => mark.slice(0, 3)),
        [['DAILLY', own, 'error']],
      );
      const [first] = user.diagnostics.get(uri.toString()) ?? [];
      assert.ok(first !== undefined && 'code' in first && String(first.code).length > 3);
      const group = open(text({ params: 'RRULE:FREQ=DAILLY' }), objectUri('plant', 'group', 1, 'Lab'));
      assert.equal(
        marksOf(group)?.some(([text]) => text === 'DAILLY'),
        false,
      );
    });

    for (const gap of [' ', '  ', '\\t', '\\n '])
      it(`offer a line of its own to a property of a schedule behind “${gap}”`, () => {
        const params = (between: string) =>
          `{"params": "DTSTART:20260105T070000Z${between}RRULE:FREQ=DAILY"}`;
        const document = open(params(gap));
        const diagnostics = user.diagnostics.get(uri.toString()) ?? [];
        offerLineBreaks('json').dispose();
        const [action] = ActionsSchema.parse(
          user.fixes.pop()?.provideCodeActions(document, undefined, { diagnostics }),
        );
        const [change] = action.edit.replacements;
        const { start, end } = change.range;
        const fixed =
          document.text.slice(0, start.character) + change.text + document.text.slice(end.character);
        assert.equal(fixed, params('\\n'));
      });

    it('are updated after a pause in typing', () => {
      const document = open(text({ name: 7 }));
      type(document, text({ name: 'One' }));
      clock.advance(100);
      type(document, text({ name: 'Two' }));
      clock.advance(149);
      assert.equal(marksOf(document)?.length, 1);
      clock.advance(1);
      assert.deepEqual(marksOf(document), []);
      type(document, '');
      clock.advance(150);
      assert.equal(marksOf(document), undefined);
    });
  });

  describe('an error of the server at the last save', () => {
    const taken = { path: ['name'], message: 'Taken.' };

    it('is marked at its fields until the text changes or is saved', () => {
      const document = open(text({ name: 'One' }));
      const { request } = statusError(400);
      for (const error of [rejection([taken]), new OutcomeError(request, 'unknown', rejection([taken]))]) {
        saveFailed(error);
        assert.deepEqual(marksOf(document), [['"One"', 'server', 'error', 'Taken.']]);
        assert.deepEqual(serverProblems(), [{ path: ['name'], severity: 'error', text: 'Taken.' }]);
        type(document, text({ name: 'Two' }));
        assert.deepEqual(serverProblems(), []);
        type(document, text({ name: 'One' }));
        clock.advance(150);
        assert.deepEqual(marksOf(document), []);
      }
      saveFailed(rejection([taken]));
      documentEvents.saved.fire(document);
      documentEvents.saved.fire(document);
      assert.deepEqual(marksOf(document), []);
      assert.deepEqual(serverProblems(), []);
    });
  });
});
