import type * as vscode from 'vscode';

/** What a contribution does before anything of it is loaded. `load` loads the app, as a visible view does. */
export type Activate = (context: vscode.ExtensionContext, load: () => Promise<unknown>) => void;
