import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { TextProblem } from '../../../src/api/model/saveErrors.ts';
import { statusError } from '../../store/support/fakes.ts';
import { createDocuments, jobUri, TestDocument } from './support/setup.ts';

const { HttpStatusError, NotSentError } = await import('../../../src/api/errors/apiError.ts');
const { readDocumentText } = await import('../../../src/workbench/documents/documentText.ts');
const { objectKinds } = await import('../../../src/workbench/documents/objectKinds.ts');
const { fieldErrorText, fieldsAtFault, fileError } = await import(
  '../../../src/workbench/documents/documentErrors.ts'
);
const { DocumentTextError } = await import('../../../src/api/model/saveErrors.ts');
const { documentEvents, user } = await import('../../support/vscode/vscodeFake.ts');

const request = { ...statusError(400).request, operation: 'updateJob', method: 'PATCH' } as const;
const damaged = new NotSentError(request, { code: 'damagedText', fields: ['name', 'params'] });

type FieldErrors = ConstructorParameters<typeof HttpStatusError>[1]['fieldErrors'];

const rejection = (fieldErrors: FieldErrors, detail = '') =>
  new HttpStatusError(request, { status: 400, detail, fieldErrors, retryAfterMs: undefined });
const taken = { path: ['name'], message: 'Taken.' };

/** The problem with the text of a job, if any. */
function problemOf(text: string, isNew = false): TextProblem | undefined {
  try {
    readDocumentText(text, objectKinds.job, isNew);
    return undefined;
  } catch (error) {
    if (error instanceof DocumentTextError) return error.problem;
    throw error;
  }
}

describe('the text of a document', () => {
  it('is sent with warnings, but not with errors', () => {
    assert.equal(problemOf('{"name": "a\uFFFD", "policies": []}'), undefined);
    assert.equal(problemOf('{"name": 7}')?.code, 'value');
    assert.equal(problemOf('{}'), undefined);
    assert.equal(problemOf('{}', true)?.code, 'value');
  });

  it('is not sent when it is not an object', () => {
    for (const text of ['7', '[]', 'null']) assert.deepEqual(problemOf(text), { code: 'notAnObject' });
  });

  it('is not sent when it is nested so deeply that reading it would overflow the stack', () => {
    const nested = (levels: number) => `{"name": "x", "extra": ${'['.repeat(levels)}${']'.repeat(levels)}}`;
    assert.equal(problemOf(nested(100)), undefined);
    for (const text of [nested(101), nested(20_000), '['.repeat(20_000)])
      assert.deepEqual(problemOf(text), { code: 'tooDeep' });
    assert.equal(problemOf(`{"name": "x", "extra": [${'[],'.repeat(200)}{}]}`), undefined);
  });
});

describe('the field errors of a save', () => {
  it('are those that the server returned, for at most five fields', () => {
    const errors = [taken, ...['a', 'b', 'c', 'd', 'e'].map(field => ({ path: [field], message: 'No.' }))];
    const text = fieldErrorText(rejection(errors, 'Closed.')) ?? '';
    assert.match(text, /^Response from the server: Closed\. Name: Taken\. a: No\./);
    assert.match(text, /d: No\.$/);
    assert.equal(fieldErrorText(rejection([taken])), 'Name: Taken.');
    assert.deepEqual(fieldsAtFault(rejection([taken, { path: ['peers', 1], message: 'x' }, taken])), [
      'name',
      'peers',
    ]);
  });

  it('are also those with text that was damaged in transfer', () => {
    assert.deepEqual(fieldsAtFault(damaged), ['name', 'params']);
  });
});

describe('the fields that a save was rejected for', () => {
  let opened: ReturnType<typeof createDocuments>;
  let rejected: string[];
  let mended: number;

  beforeEach(() => {
    [rejected, mended] = [[], 0];
    opened = createDocuments();
    opened.documents.onDidRejectSave(({ fields }) => {
      if (fields.length > 0) rejected.push(fields.join());
    });
    opened.documents.onDidChange(({ outcome }) => {
      if (outcome.state.kind === 'idle') mended += 1;
    });
  });

  afterEach(() => {
    opened.documents.dispose();
    user.documents.length = 0;
  });

  const reject = (error: unknown, uri = jobUri) => opened.document(uri).saveFailed(error, 'no');
  const open = (text: string, uri = jobUri) => {
    const document = new TestDocument(uri, text);
    user.documents.push(document);
    return document;
  };
  const edit = (document: TestDocument, text: string) => {
    document.text = text;
    documentEvents.changed.fire({ document, contentChanges: [{}] });
  };

  it('count as corrected once each has another value, which is reported once', () => {
    const document = open('{"name": "One", "peers": ["a"]}');
    reject(rejection([taken, { path: ['peers'], message: 'No.' }]));
    assert.deepEqual(rejected, ['name,peers']);
    for (const text of ['{"name": "Two", "peers": ["a"]}', '{"name": ', '{"peers": ["b"], "name": "One"}']) {
      edit(document, text);
      assert.equal(mended, 0);
    }
    edit(document, '{"name": "Two", "peers": ["b"]}');
    edit(document, '{"name": "Three", "peers": []}');
    assert.equal(mended, 1);
  });
});

describe('the message of a form after a failed save', () => {
  const message = (error: unknown, edits: readonly string[] = []) => {
    const { documents, document } = createDocuments();
    const text = new TestDocument(jobUri, '{"name": "One", "peers": ["a"]}');
    user.documents.push(text);
    document(jobUri).saveFailed(error, 'Name: Taken.');
    for (const edit of edits) document(jobUri).outcome.edited(edit);
    const { state } = document(jobUri).outcome;
    documents.dispose();
    user.documents.length = 0;
    return state.kind === 'failed' ? state.text : state.kind;
  };

  it('only names the fields that show the errors', () => {
    assert.equal(message(rejection([taken])), 'Not saved. Correct this field: Name.');
    const problem = { path: ['peers', 0], severity: 'error', text: 'No.' } as const;
    assert.equal(
      message(new DocumentTextError({ code: 'value', problem })),
      'Not saved. Correct this field: Devices.',
    );
    assert.equal(
      message(rejection([taken, { path: ['peers', 0], message: 'No.' }], 'Closed.')),
      'Response from the server: Closed. Not saved. Correct these fields: Name, Devices.',
    );
  });

  it('gives the reason if no field shows it, or none does any longer', () => {
    const unknownField = rejection([taken, { path: ['extra'], message: 'No.' }]);
    for (const error of [damaged, rejection([]), unknownField]) assert.equal(message(error), 'Name: Taken.');
    assert.equal(message(rejection([taken]), ['{"name": "One", "peers": []}']), 'Name: Taken.');
  });

  it('says that nothing was sent if the object could not be read first', () => {
    assert.equal(
      message(statusError(500)),
      'Not saved: nothing was sent, and your edits are kept. Name: Taken.',
    );
  });
});

describe('the error that VS Code shows for a document', () => {
  const shown = (error: unknown) => {
    const logged: string[] = [];
    const parts = {
      notices: { text: () => '[no](command:x)' },
      log: { error: (text: string) => void logged.push(text) },
    };
    return { error: fileError(parts, undefined, error), logged };
  };

  it('names no error class and contains no links', () => {
    const { error, logged } = shown(new TypeError('no'));
    assert.deepEqual([error.name, error.message, logged], ['', '[no] (command:x)', []]);
  });
});
