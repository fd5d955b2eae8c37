import * as z from 'zod/mini';
import { setting } from '../../../workbench/platform/configValue.ts';

const NotificationLevelSchema = z.enum(['none', 'watched', 'failures', 'all']);
export type NotificationLevel = z.infer<typeof NotificationLevelSchema>;

/** Which job endings to report in notifications. */
export function notificationLevel(): NotificationLevel {
  return NotificationLevelSchema.safeParse(setting('notifications')).data ?? 'watched';
}
