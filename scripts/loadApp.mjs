// Takes the place of src/app.ts in the bundle that VS Code activates. This first bundle loads all others.
import { join } from 'node:path';
import { requireBundle } from '../src/workbench/platform/compiledBundle.ts';

export const { createApp } = requireBundle(join(__dirname, 'app.cjs'));
