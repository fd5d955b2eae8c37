import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests must not write to the state folder of whoever runs them. */
const folder = join(tmpdir(), `da-state-${process.pid}`);
process.env['XDG_STATE_HOME'] = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
