import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-label/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { HostLink } from './hostLink.ts';
import { Page } from './page.ts';

/** Shows the form in the document, and connects it to the host. */
export function startForm(): void {
  const main = document.querySelector('main');
  if (main !== null) new Page(new HostLink(), main);
}
