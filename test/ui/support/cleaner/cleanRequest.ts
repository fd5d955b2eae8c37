import * as z from 'zod';

/** What is sent to the extension that cleans a window. */
export const CleanRequestSchema = z.object({
  /** The file of the user's settings. */
  settingsFile: z.string(),
  /** All that it is to hold. */
  settings: z.record(z.string(), z.unknown()),
});

export type CleanRequest = z.infer<typeof CleanRequestSchema>;
export type Settings = CleanRequest['settings'];
