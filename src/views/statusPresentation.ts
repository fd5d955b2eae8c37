import * as vscode from 'vscode';
import { deviceState } from '../model/deviceStatus.ts';
import type { StatusKind } from '../model/jobStatus.ts';
import type { KnownStatus } from '../store/statuses/statusCache.ts';

const icons: Readonly<Record<StatusKind, readonly [icon: string, color: string]>> = {
  queued: ['clock', 'charts.yellow'],
  running: ['sync~spin', 'charts.blue'],
  succeeded: ['pass', 'testing.iconPassed'],
  failed: ['error', 'testing.iconFailed'],
  // Not charts.orange: it is based on a minimap color, which themes make transparent.
  stopped: ['debug-stop', 'charts.purple'],
  idle: ['circle-outline', 'disabledForeground'],
  unknown: ['question', 'disabledForeground'],
};

/** The icon of a status. An unread status is an empty circle, never a guess. */
export function statusIcon(status: KnownStatus | undefined): vscode.ThemeIcon {
  const [icon, color] =
    status === undefined ? ['circle-large-outline', 'disabledForeground'] : icons[status.kind];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

const deviceIcons = {
  online: ['vm-active', 'testing.iconPassed'],
  offline: ['vm-outline', 'disabledForeground'],
} as const;

/** A specific icon only if the status word is understood (decision 11). */
export function deviceIcon(status: string): vscode.ThemeIcon {
  const state = deviceState(status);
  if (state === undefined) return new vscode.ThemeIcon('vm');
  const [icon, color] = deviceIcons[state];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
