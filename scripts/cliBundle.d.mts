import type { BuildOptions } from 'esbuild';

export declare const cliBundle: BuildOptions;
export declare const mcpFile: string;
