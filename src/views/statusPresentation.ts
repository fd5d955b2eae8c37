import * as vscode from 'vscode';
import type { StatusKind } from '../model/jobStatus.ts';
import type { KnownStatus } from '../store/statuses/statusMonitor.ts';

const icons: Readonly<Record<StatusKind, readonly [icon: string, color: string]>> = {
  queued: ['clock', 'charts.yellow'],
  running: ['sync~spin', 'charts.blue'],
  succeeded: ['pass', 'testing.iconPassed'],
  failed: ['error', 'testing.iconFailed'],
  // not charts.orange: themes make it transparent for the minimap, from which it is borrowed
  stopped: ['debug-stop', 'charts.purple'],
  idle: ['circle-outline', 'disabledForeground'],
  unknown: ['question', 'disabledForeground'],
};

/** The icon of a status; a status not read yet is an empty circle, never a guess. */
export function statusIcon(status: KnownStatus | undefined): vscode.ThemeIcon {
  const [icon, color] =
    status === undefined ? ['circle-large-outline', 'disabledForeground'] : icons[status.kind];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

const deviceIcons: readonly (readonly [RegExp, string, string])[] = [
  [
    /^(online|connected|active|up|в сети|онлайн|подключен[ао]?|доступ(ен|но|на))$/i,
    'vm-active',
    'testing.iconPassed',
  ],
  [
    /^(offline|disconnected|inactive|down|не в сети|офлайн|оффлайн|отключен[ао]?|недоступ(ен|но|на))$/i,
    'vm-outline',
    'disabledForeground',
  ],
];

/** A specific icon only where the status text is understood (decision 11). */
export function deviceIcon(status: string): vscode.ThemeIcon {
  const known = deviceIcons.find(([words]) => words.test(status.trim()));
  return known === undefined
    ? new vscode.ThemeIcon('vm')
    : new vscode.ThemeIcon(known[1], new vscode.ThemeColor(known[2]));
}
