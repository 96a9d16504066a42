import * as z from 'zod/mini';

/** What the public page is rendered with on the server and hydrated with in the browser. */
export const siteSchema = z.object({
  title: z.string(),
  /** Whether the built-in sample posts are offered. */
  samples: z.boolean(),
  contactEmail: z.nullable(z.string()),
});
export type Site = z.infer<typeof siteSchema>;

export const DEFAULT_SITE_TITLE = 'Savelet';
