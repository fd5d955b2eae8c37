import * as z from 'zod';

/** The request to the extension that cleans a window. */
export const CleanRequestSchema = z.object({
  /** The path of the user settings file. */
  settingsFile: z.string(),
  /** All the settings that it should contain. */
  settings: z.record(z.string(), z.unknown()),
});

export type CleanRequest = z.infer<typeof CleanRequestSchema>;
export type Settings = CleanRequest['settings'];
