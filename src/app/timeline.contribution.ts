import { withSession } from '../commands/arguments.ts';
import { timelineViewType } from '../platform/ids.ts';
import { pageFiles } from '../platform/pages/pageFiles.ts';
import { clashTerm } from '../store/targets/clashTerm.ts';
import { findClashes } from '../store/targets/jobClashes.ts';
import { TimelinePanel } from '../timelinePanel/timelinePanel.ts';
import type { Contribution } from './contribution.ts';

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
