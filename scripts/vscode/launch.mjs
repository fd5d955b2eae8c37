#!/usr/bin/env node
// Replaces VS Code's executable for @vscode/test-electron: see launch.ts.
import { register } from 'tsx/esm/api';

register();
const { launch } = await import('./launch.ts');
process.exit(await launch(process.argv.slice(2)));
