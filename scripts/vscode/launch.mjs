#!/usr/bin/env node
// Takes the place of VS Code's program for @vscode/test-electron: see launch.ts.
import { register } from 'tsx/esm/api';

register();
const { launch } = await import('./launch.ts');
process.exit(await launch(process.argv.slice(2)));
