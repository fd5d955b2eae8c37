import { withSession } from '../../workbench/commands/arguments.ts';
import type { Contribution } from '../../workbench/contribution.ts';
import { pageFiles } from '../../workbench/platform/pages/pageFiles.ts';
import { clashTerm } from './common/clashTerm.ts';
import { findClashes } from './common/jobClashes.ts';
import { timelineViewType } from './timelineViewType.ts';
import { TimelinePanel } from './vscode/timelinePanel.ts';

/** What runs when, in the editor area. */
export const timeline: Contribution = workbench => {
  const panel = new TimelinePanel({ ...workbench, pageFiles: pageFiles(workbench.extensionUri, 'timeline') });
  return {
    commands: {
      'deviceAutomation.timeline.show': () => panel.show(),
      'deviceAutomation.timeline.export': (context, [format]) =>
        withSession(context, () => panel.export(format)),
    },
    findTerms: { [clashTerm.name]: findClashes },
    panels: { [timelineViewType]: panel },
    disposables: [panel],
  };
};
