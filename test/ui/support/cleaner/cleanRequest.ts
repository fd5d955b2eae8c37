import * as z from 'zod';

/** The request to the extension that cleans a window. */
export const CleanRequestSchema = z.object({
  /** The file of the user's settings. */
  settingsFile: z.string(),
  /** The whole content that it should have. */
  settings: z.record(z.string(), z.unknown()),
});

export type CleanRequest = z.infer<typeof CleanRequestSchema>;
export type Settings = CleanRequest['settings'];
