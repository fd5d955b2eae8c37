/** Globals of the extension host whose values the bundler inserts. */
export const hostGlobals: Readonly<Record<string, string>>;
