import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { extensionId } from '../platform/ids.ts';

const ManifestSchema = z.looseObject({
  bugs: z.optional(z.looseObject({ url: z.string() })),
  repository: z.optional(z.looseObject({ url: z.string() })),
});

const onGitHub = /^https?:\/\/github\.com\/[^/]+\/[^/]+$/;

/** GitHub allows 65,536 characters in an issue, and VS Code adds text of its own. */
const mostCharacters = 60_000;

/**
 * Opens VS Code's issue reporter with a text. Rejects if VS Code would drop the text: for an extension whose issues
 * are not on GitHub, it only opens their page.
 */
export async function openIssueReporter(issueBody: string): Promise<void> {
  if (issueBody.length > mostCharacters) throw new Error('the text is too long for an issue');
  if (!acceptsText(vscode.extensions.getExtension(extensionId)?.packageJSON))
    throw new Error('the issues of this extension are not on GitHub');
  const issue = { extensionId, issueTitle: '', issueBody };
  await vscode.commands.executeCommand('workbench.action.openIssueReporter', issue);
}

/** Whether VS Code recognizes one of the URLs: https://github.com/owner/name, with or without /issues. */
export function acceptsText(packageJson: unknown): boolean {
  const manifest = ManifestSchema.safeParse(packageJson);
  if (!manifest.success) return false;
  const { bugs, repository } = manifest.data;
  const addresses = [bugs?.url.replace(/\/?(\/issues)?$/, ''), repository?.url];
  return addresses.some(address => address !== undefined && onGitHub.test(address));
}
