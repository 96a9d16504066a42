import * as z from 'zod/mini';
import { CONTENT_MAX_CHARACTERS, LEGAL_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { byLegalText, type LegalTexts } from './legal-texts.ts';
import { problemSchema } from './problem.ts';
import {
  byPicture,
  type PictureSetting,
  pictureSchema,
  type Site,
  type SiteSetting,
  siteSchema,
  siteSettingSchemas,
} from './site.ts';
import { SITE_SETTING_NAMES } from './site-settings.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const revision = z.int().check(z.nonnegative());

/**
 * Stored picture. `/api/logo/{hash}` serves the full picture; `dataUrl` is the small version that pages contain. Width and height are in
 * pixels.
 */
export const storedPictureSchema = z.object({
  hash,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  dataUrl: pictureSchema,
});
export type StoredPicture = z.infer<typeof storedPictureSchema>;

/** Schema of each setting in the form in which it is saved and stored. A picture is given by its hash; null removes it. */
export const savedSettingSchemas = {
  ...siteSettingSchemas,
  ...byPicture(() => z.nullable(hash)),
  content: z.string().check(z.maxLength(CONTENT_MAX_CHARACTERS)),
  /** Legal texts as HTML; empty for the default text. The public settings do not contain them. */
  ...byLegalText(() => z.string().check(z.maxLength(LEGAL_TEXT_MAX_CHARACTERS))),
};

/** Name of a setting that is saved: a public setting or one of the owner's legal texts. */
export type SavedSetting = keyof typeof savedSettingSchemas;
export const savedSettingNameSchema = z.enum(Object.keys(savedSettingSchemas) as [SavedSetting]);

/** All settings in the form in which they are saved and stored. */
export type SettingValues = {
  readonly [Name in SavedSetting]: z.infer<(typeof savedSettingSchemas)[Name]>;
};

/** Author, time and changed settings of a saved revision. `author` is the name of the account, null if no account saved the revision. */
export const savedBySchema = z.object({
  revision,
  savedAt: z.iso.datetime(),
  author: z.nullable(z.string()),
  /**
   * Id of the author's account, because names need not be unique. Null if no account saved the revision, or if it comes from an earlier
   * version of Savelet, which did not record the account.
   */
  authorId: z.nullable(z.string()),
  /** Settings that differ from the previous revision. */
  changed: z.array(savedSettingNameSchema),
});
export type SavedBy = z.infer<typeof savedBySchema>;

const legalTextSchemas = byLegalText(() => z.string());

/**
 * The settings that the panel shows and edits: the public settings, the stored picture of each picture setting (null for the built-in one),
 * the owner's legal texts, and the last save (null before the first one). Response of `GET /api/admin/settings` and of each save.
 */
export const adminSettingsSchema = z.object({
  site: siteSchema,
  ...byPicture(() => z.nullable(storedPictureSchema)),
  /** Whether a contact address saved in the panel, or its removal there, overrides CONTACT_EMAIL. */
  contactChosenInPanel: z.boolean(),
  /** Whether the CONTACT_EMAIL variable is set. */
  contactVariableSet: z.boolean(),
  ...legalTextSchemas,
  lastSave: z.nullable(savedBySchema),
});
export type AdminSettings = z.infer<typeof adminSettingsSchema>;

/**
 * Returns the settings of a site in the form in which they are saved. `hashesAndTexts` holds the settings that `site` lacks in this form:
 * the hashes of the pictures, and the legal texts.
 */
export const savedValues = (
  site: Site,
  hashesAndTexts: Readonly<Record<PictureSetting, string | null>> & LegalTexts,
): SettingValues => ({
  ...(Object.fromEntries(SITE_SETTING_NAMES.map((name) => [name, site[name]])) as Pick<Site, SiteSetting>),
  ...hashesAndTexts,
});

/** New values of site settings in one save; an absent setting remains unchanged. */
export type SettingsChange = Partial<SettingValues>;

/**
 * Body of `PATCH /api/admin/settings`. `change` is a SettingsChange; the settings module checks it instead of this schema, so that each
 * rejection has its own sentence. A `revision` other than the current one is answered with 409 (`conflict`).
 */
export const settingsSaveSchema = z.strictObject({ revision, change: z.looseObject({}) });

/**
 * Response of a save or restore with 409: the problem, and every save since the revision of the request, oldest first.
 */
export const conflictSchema = z.extend(problemSchema, { since: z.array(savedBySchema) });

/** Saved revision in the list of those that can be restored. */
const listedRevisionSchema = z.extend(savedBySchema, {
  /**
   * Whether a restore would change nothing: the revision is the last one or, in a list for one setting, has that setting's current value.
   */
  isLive: z.boolean(),
});
export type ListedRevision = z.infer<typeof listedRevisionSchema>;

/**
 * Response of `GET /api/admin/revisions`: the revisions that can be restored, newest first; with `?setting={name}`, those of one setting.
 */
export const revisionListSchema = z.object({ revisions: z.array(listedRevisionSchema) });
/** Response of `GET /api/admin/revisions/{revision}`: the settings of that revision. */
export const pastSettingsSchema = z.object({
  savedBy: savedBySchema,
  site: siteSchema,
  ...legalTextSchemas,
});
export type PastSettings = z.infer<typeof pastSettingsSchema>;

/**
 * Body of `POST /api/admin/revisions/{revision}/restore`, which restores the named settings as a new revision. A
 * `revision` other than the current one is answered with 409.
 */
export const restoreSchema = z.strictObject({
  revision,
  settings: z.array(savedSettingNameSchema).check(z.minLength(1)),
});

/** Actions that the activity log records. */
export const ACTIVITY_ACTIONS = [
  'settings_saved',
  'settings_restored',
  'backups_scheduled',
  'traffic_budgeted',
  'update_notice_switched',
  'engines_saved',
  'yt_dlp_installed',
  'yt_dlp_refused',
  'yt_dlp_rolled_back',
  'yt_dlp_removed',
  'yt_dlp_scheduled',
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

/** Kinds of actions by which the log is filtered. */
export const ACTIVITY_KINDS = ['site', 'engines', 'accounts'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export function activityKindOf(action: (typeof ACTIVITY_ACTIONS)[number]): ActivityKind {
  if (/^(?:settings|backups|traffic|update)_/.test(action)) return 'site';
  return action.startsWith('engines_') || action.startsWith('yt_dlp_') ? 'engines' : 'accounts';
}

/** Entry of the activity log: actor, action, subject, and the values before and after. */
export const activityEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Name of the account that acted; null for an action on the server's command line and for an action without a signed-in account. */
  actor: z.nullable(z.string()),
  /** Id of the account `actor`, because names need not be unique. Null without an account. */
  actorId: z.nullable(z.string()),
  action: z.enum(ACTIVITY_ACTIONS),
  /** Name of the changed setting or of the account that was acted on, or a version of yt-dlp; null for an action without a subject. */
  subject: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/**
 * Response of `GET /api/admin/activity?before={id}&person={id}&kind={kind}`, newest first. `next` is the value of `before` for the next
 * page; null on the last page. `people` are the accounts that the whole log names, not only this page.
 */
export const activityPageSchema = z.object({
  entries: z.array(activityEntrySchema),
  next: z.nullable(z.int()),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ActivityPage = z.infer<typeof activityPageSchema>;

/** First event of `GET /api/admin/live` and `GET /api/auth/live`: shows that no proxy holds the stream back. */
export const ADMIN_HELLO_EVENT = 'panelConnected';

/**
 * Events of `GET /api/admin/live`, for signed-in owners and administrators. They carry no data; the client requests the
 * changed data again.
 */
export const ADMIN_EVENTS = {
  /** The site settings have a new revision. */
  settings: 'settingsSaved',
  /** The engine settings have a new revision, or a check of what the engines can read has ended. */
  engines: 'enginesSaved',
  /** The owner's checklist for a new site changed. */
  firstRun: 'firstRunChanged',
  /** An account was created, was removed or got another role. */
  accounts: 'accountsChanged',
  /** The role of this account changed or its session ended. The stream ends after this event. */
  access: 'accessChanged',
} as const;
