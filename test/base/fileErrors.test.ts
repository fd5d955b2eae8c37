import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlessMissing } from '../../src/base/fileErrors.ts';

describe('handling an error unless something is missing', () => {
  it('ignores that a file does not exist, and nothing else', async () => {
    const handled: unknown[] = [];
    const handle = unlessMissing(error => handled.push(error));
    await stat(join(tmpdir(), 'device-automation-missing')).catch(handle);
    assert.deepEqual(handled, []);
    const other = new Error('another');
    handle(other);
    assert.deepEqual(handled, [other]);
  });
});
