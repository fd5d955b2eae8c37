import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type StatusKind, statusKinds, statusWordMap } from '../model/jobStatus.ts';
import type { Paces } from '../store/statuses/pace.ts';
import { settings, settingsSection } from './ids.ts';

const NotificationLevelSchema = z.enum(['none', 'watched', 'failures', 'all']);
export type NotificationLevel = z.infer<typeof NotificationLevelSchema>;

const StatusWordsSchema = z.record(z.string(), z.enum(statusKinds));

/** Only the user's own value counts: a workspace must not change how requests are sent. */
export function userSetting(name: string): unknown {
  const inspected = vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(name);
  return inspected?.globalValue ?? inspected?.defaultValue;
}

export async function updateUserSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration(settingsSection)
    .update(name, value, vscode.ConfigurationTarget.Global);
}

/** How often statuses are read again, within bounds that protect the server. */
export function paces(): Paces {
  return {
    movingMs: bounded(settings.movingSeconds, { fallback: 15, least: 2, most: 300 }) * 1_000,
    restingMs: bounded(settings.restingSeconds, { fallback: 60, least: 10, most: 3_600 }) * 1_000,
    watchedMs: bounded(settings.watchedSeconds, { fallback: 15, least: 5, most: 3_600 }) * 1_000,
    requestsPerMinute: bounded(settings.requestsPerMinute, { fallback: 150, least: 10, most: 1_000 }),
  };
}

/** How many requests one search for group IDs may make. */
export function groupIdSearchLimit(): number {
  return Math.floor(bounded(settings.groupIdSearchLimit, { fallback: 500, least: 20, most: 100_000 }));
}

/** From how many additional devices on a question is asked before a job may run on them; 0 for never. */
export function askFromDevices(): number {
  return Math.floor(bounded(settings.askFromDevices, { fallback: 50, least: 0, most: 1_000_000 }));
}

/** Which endings to notify about. */
export function notificationLevel(): NotificationLevel {
  const reading = NotificationLevelSchema.safeParse(userSetting(settings.notifications));
  return reading.success ? reading.data : 'watched';
}

/** The user's own status words; an invalid value counts as none. */
export function extraStatusWords(): ReadonlyMap<string, StatusKind> {
  const reading = StatusWordsSchema.safeParse(userSetting(settings.statusWords));
  return statusWordMap(reading.success ? reading.data : {});
}

function bounded(
  name: string,
  { fallback, least, most }: Record<'fallback' | 'least' | 'most', number>,
): number {
  const reading = z.number().safeParse(userSetting(name));
  return Math.min(most, Math.max(least, reading.success ? reading.data : fallback));
}
