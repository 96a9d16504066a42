import * as z from 'zod/mini';
import { CONTENT_MAX_CHARACTERS } from '../limits.ts';
import { problemSchema } from './problem.ts';
import {
  logoSchema,
  navbarSettingsSchema,
  siteSchema,
  socialLinksSchema,
  websiteTitleSchema,
} from './site.ts';
import { SITE_STORAGE_KEYS, type SiteSetting } from './site-events.ts';

const settingNames = Object.keys(SITE_STORAGE_KEYS) as [SiteSetting, ...SiteSetting[]];
export const siteSettingSchema = z.enum(settingNames);

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const revision = z.int().check(z.nonnegative());

/** A stored logo. The full picture is at `/api/logo/{hash}`; `dataUrl` is the small one pages carry. Sizes in pixels and bytes. */
export const storedLogoSchema = z.object({
  hash,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  dataUrl: logoSchema,
});
export type StoredLogo = z.infer<typeof storedLogoSchema>;

/** Who saved a revision, and when. `author` is null for what came with the installation. */
export const savedBySchema = z.object({
  revision,
  savedAt: z.iso.datetime(),
  author: z.nullable(z.string()),
  /** The settings that differ from the revision before. */
  changed: z.array(siteSettingSchema),
});
export type SavedBy = z.infer<typeof savedBySchema>;

/** What the panel edits: the public settings, with the logo's picture and who saved last. */
export const adminSettingsSchema = z.object({
  site: siteSchema,
  logo: z.nullable(storedLogoSchema),
  lastSave: z.nullable(savedBySchema),
});
/** Answer of `GET /api/admin/settings`, and of each save. */
export type AdminSettings = z.infer<typeof adminSettingsSchema>;

/** The settings a save may carry; one that is absent stays as it is. The logo is named by its hash, null removes it. */
export const settingsChangeSchema = z.strictObject({
  title: z.optional(websiteTitleSchema),
  logo: z.optional(z.nullable(hash)),
  navbar: z.optional(navbarSettingsSchema),
  socialLinks: z.optional(socialLinksSchema),
  content: z.optional(z.string().check(z.maxLength(CONTENT_MAX_CHARACTERS))),
  maintenance: z.optional(z.boolean()),
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/**
 * Body of `PATCH /api/admin/settings`: a `settingsChangeSchema` for `change`, looked into by the settings room, whose refusals
 * have sentences. A `revision` that is not the present one is answered 409 (`conflict`).
 */
export const settingsSaveSchema = z.strictObject({ revision, change: z.looseObject({}) });

/** The 409 of a save or a restore: the problem, and every save since the revision it started from, oldest first. */
export const conflictSchema = z.extend(problemSchema, { since: z.array(savedBySchema) });

/** Answer of `GET /api/admin/revisions` (optionally `?setting=content`): the restorable ones, newest first. */
export const revisionListSchema = z.object({ revisions: z.array(savedBySchema) });
/** Answer of `GET /api/admin/revisions/{revision}`: the settings as they were then. */
export const pastSettingsSchema = z.object({ savedBy: savedBySchema, site: siteSchema });
export type PastSettings = z.infer<typeof pastSettingsSchema>;

/** Body of `POST /api/admin/revisions/{revision}/restore`: brings these settings back as a new revision; 409 as for a save. */
export const restoreSchema = z.strictObject({
  revision,
  settings: z.array(siteSettingSchema).check(z.minLength(1)),
});

/** What can be told of in the activity log. */
export const ACTIVITY_ACTIONS = [
  'settings_saved',
  'settings_restored',
  'engines_saved',
  'account_created',
  'owner_claimed',
  'account_approved',
  'account_declined',
  'account_demoted',
  'account_removed',
  'owner_changed',
  'sign_up_changed',
  'password_changed',
  'sessions_ended',
  'account_signed_out',
  'signed_in',
  'sign_in_blocked',
] as const;

/** One line of the activity log: who did what to what, and from which value to which. */
export const activityEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Null for what was done on the server's command line or by nobody signed in. */
  actor: z.nullable(z.string()),
  action: z.enum(ACTIVITY_ACTIONS),
  /** A setting's name, or the name of the account it happened to. */
  subject: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** Answer of `GET /api/admin/activity?before={id}`: newest first, `next` is the `before` of the next page. */
export const activityPageSchema = z.object({
  entries: z.array(activityEntrySchema),
  next: z.nullable(z.int()),
});
export type ActivityPage = z.infer<typeof activityPageSchema>;

/** Events of `GET /api/admin/live`, for signed-in owners and administrators. Each says "ask again", none carries data. */
export const ADMIN_EVENTS = {
  /** The settings have a new revision. */
  settings: 'settingsSaved',
  /** How posts are fetched has a new revision. */
  engines: 'enginesSaved',
  /** An account came, went or got another role. */
  accounts: 'accountsChanged',
  /** This account's role changed or its session ended; the stream ends with it. */
  access: 'accessChanged',
} as const;
