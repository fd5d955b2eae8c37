import type { EarlyContribution } from '../../workbench/contribution.ts';
import { draggedRows } from './vscode/draggedRows.ts';

/** Devices are dragged from group to group, and to other programs. */
export const dragging: EarlyContribution = ({ sessions, runCommand }) => ({
  dragAndDrop: draggedRows(sessions, (target, dropped) =>
    runCommand('deviceAutomation.device.drop', target, dropped),
  ),
});
