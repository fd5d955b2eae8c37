import type { Plugin } from 'esbuild';

export const manifestVersion: Plugin;
