import type { Contribution } from '../../workbench/contribution.ts';
import { copyLinks, openLink } from './vscode/links.ts';

/** Links to jobs and groups for others who have the same server. */
export const links: Contribution = () => ({
  commands: {
    'deviceAutomation.row.copyLink': copyLinks,
    'deviceAutomation.link.open': openLink,
  },
});
