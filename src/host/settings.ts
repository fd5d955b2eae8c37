import * as vscode from 'vscode';
import * as z from 'zod';
import { type StatusKind, statusKinds, statusWordMap } from '../model/jobStatus.ts';
import type { Paces } from '../store/statusMonitor.ts';
import { settings, settingsSection } from './ids.ts';

const SecondsSchema = z.number().min(1).max(86_400);
const StatusWordsSchema = z.record(z.string(), z.enum(statusKinds));

/** Only the user's own value counts: a workspace must not change how a server is spoken to. */
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
    movingMs: seconds(settings.movingSeconds, 5, 2) * 1_000,
    restingMs: seconds(settings.restingSeconds, 60, 10) * 1_000,
  };
}

/** The person's own status words; an unusable value counts as none. */
export function extraStatusWords(): ReadonlyMap<string, StatusKind> {
  const reading = StatusWordsSchema.safeParse(userSetting(settings.statusWords));
  return statusWordMap(reading.success ? reading.data : {});
}

function seconds(name: string, fallback: number, least: number): number {
  const reading = SecondsSchema.safeParse(userSetting(name));
  return Math.max(least, reading.success ? reading.data : fallback);
}
