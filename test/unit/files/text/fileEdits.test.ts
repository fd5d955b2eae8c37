import assert from 'node:assert/strict';
import { withField } from '../../../../src/files/text/fileEdits.ts';

describe('edits of files', () => {
  it('leave comments, Windows line breaks and a byte order mark unchanged', () => {
    const text = '\ufeff{\r\n  // Why\r\n  "name": "Backup", // what\r\n  "enabled": true,\r\n}\r\n';
    assert.equal(withField(text, 'enabled', false), text.replace('true', 'false'));
    const added = withField(text, 'policies', [1]);
    assert.ok(added.startsWith('\ufeff{\r\n  // Why\r\n  "name": "Backup", // what\r\n'));
    assert.equal(added.replaceAll('\r\n', '').includes('\n'), false);
    assert.match(added, /,\r\n {2}"policies": \[\r\n {4}1\r\n {2}\]/);
    assert.equal(withField('{\n  "a": 1\n}\n', 'b', 2), '{\n  "a": 1,\n  "b": 2\n}\n');
  });
});
