export declare const mcpFile: string;
export declare function buildCli(
  outdir: string,
  options?: { readonly minify?: boolean; readonly absWorkingDir?: string },
): Promise<{
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}>;
