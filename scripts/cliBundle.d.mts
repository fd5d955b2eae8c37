import type { BuildOptions } from 'esbuild';

export declare const cliBundle: BuildOptions;
export declare const mcpFile: string;
export declare const mcpEntry: Readonly<Record<string, string>>;
