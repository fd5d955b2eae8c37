import type { RunCommand } from '../commands/commandContext.ts';
import { notificationLevel } from '../platform/settings.ts';
import { systemClock } from '../util/clock.ts';
import { draggedRows } from '../views/draggedRows.ts';
import { GroupsTree } from '../views/groupsTree.ts';
import { WatchMarks } from '../views/jobRow.ts';
import { JobsTree } from '../views/jobsTree.ts';
import type { TreeParts } from '../views/listFrame.ts';
import { ServersTree } from '../views/serversTree.ts';
import { StatusBar } from '../views/statusBar.ts';
import { EndingNotices } from '../watching/endingNotices.ts';
import { Watching } from '../watching/watching.ts';
import type { HostParts } from './hostParts.ts';

export type ViewParts = ReturnType<typeof createViewParts>;

/** Creates the trees and whatever else shows job states: status bar, badge, and notifications about ended jobs. */
export function createViewParts(
  host: HostParts,
  documentUri: TreeParts['documentUri'],
  runCommand: RunCommand,
) {
  const { sessions, servers, tokens, watchList, memory, dialogs } = host;
  const jobs = new JobsTree({ ...host, documentUri });
  const groups = new GroupsTree({ ...host, documentUri });
  const trees = { jobs, groups, servers: new ServersTree(servers, tokens, sessions) };
  const disposables = [
    new WatchMarks(),
    new Watching({ sessions, watchList, memory }),
    new StatusBar(sessions, count => jobs.setBadge(count), host.clock),
    new EndingNotices({
      sessions,
      watchList,
      dialogs,
      clock: systemClock,
      level: notificationLevel,
      openJob: (session, id) => runCommand('deviceAutomation.job.open', { id, server: session.server.id }),
      showJobs: async (session, filter) => {
        if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
        jobs.setFilter(filter);
        await jobs.frame.focus();
      },
    }),
    ...Object.values(trees),
  ];
  const dragging = draggedRows(sessions, (target, dropped) =>
    runCommand('deviceAutomation.device.drop', target, dropped),
  );
  return { trees, dragging, disposables };
}
