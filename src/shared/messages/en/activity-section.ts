import type { SavedSetting } from '../../contract/admin-settings.ts';
import type { EngineSetting } from '../../contract/engines.ts';
import type { Group } from '../text.ts';

/** Texts of the panel's Activity section. */
export const activitySection = {
  lede: 'What was changed here, by whom and when.',
  empty: 'Nothing has been changed yet.',
  noneFound: 'Nothing in the log fits.',
  person: 'Person',
  everyone: 'Everyone',
  kind: 'Kind',
  everything: 'Everything',
  'kinds.site': 'Site settings',
  'kinds.engines': 'Engines',
  'kinds.accounts': 'Accounts and sign-ins',
  more: 'Show earlier',
  loading: 'Loading...',
  failed: 'The activity could not be loaded.',
  /**
   * Author of an action without a signed-in account, such as one on the server's command line. Only a blocked sign-in has `someone` as its
   * author.
   */
  server: 'The server',
  someone: 'Someone',
  /** Author of the reader's own actions. */
  you: 'You',
  from: 'From',
  to: 'To',
  nothing: 'nothing',
  on: 'on',
  off: 'off',
  /** An engine that is switched off, in a list of engines. */
  engineOff: '{name} (off)',
  /** The engine that asks a service, with the service: '{name}: {service} at api.example.com'. */
  providerOf: '{name}: {service}',
  picture: 'a picture',
  noPicture: 'no picture',
  /** Parts of the navbar, by the words under which they are stored. */
  'parts.sticky': 'stays visible while scrolling',
  'parts.theme switch': 'with a theme switch',

  /** What an entry says after the author's name. */
  'actions.settings_saved': 'changed the {subject}',
  'actions.settings_restored': 'restored an earlier {subject}',
  'actions.backups_scheduled': 'changed the nightly backup',
  'actions.traffic_budgeted': 'changed the traffic budget',
  'actions.update_notice_switched': 'changed the daily check for a newer version',
  'actions.engines_saved': 'changed the {subject}',
  'actions.yt_dlp_installed': 'installed yt-dlp {subject}',
  'actions.yt_dlp_refused': 'could not install yt-dlp {subject}',
  'actions.yt_dlp_rolled_back': 'went back to yt-dlp {subject}',
  'actions.yt_dlp_removed': 'removed yt-dlp',
  'actions.yt_dlp_scheduled': 'changed the nightly update of yt-dlp',
  'actions.account_created': 'signed up',
  'actions.owner_claimed': 'became the owner',
  'actions.account_approved': 'approved {subject}',
  'actions.account_declined': 'declined {subject}',
  'actions.account_demoted': 'revoked access for {subject}',
  'actions.account_removed': 'removed {subject}',
  'actions.owner_changed': 'made {subject} the owner',
  'actions.sign_up_changed': 'changed who can sign up',
  'actions.password_changed': 'changed the password of {subject}',
  'actions.sessions_ended': 'signed out other browsers',
  'actions.account_signed_out': 'signed {subject} out of every browser',
  'actions.signed_in': 'signed in',
  'actions.sign_in_blocked': 'was blocked from signing in as {subject}',
  /**
   * Replace `actions.password_changed` in an entry about the reader's own account, and in one about the account of the person who acted.
   */
  'own.password_changed': 'changed your password',
  'their.password_changed': 'changed their password',
  /** Replace the text under `actions` in an entry without a subject. */
  'unnamed.password_changed': 'changed the password',
  'unnamed.sign_in_blocked': 'was blocked from signing in',

  /** Names of the settings, in place of `{subject}`. */
  'settings.title': 'website title',
  'settings.logo': 'logo',
  'settings.navbar': 'navbar',
  'settings.socialLinks': 'social links',
  'settings.content': 'content',
  'settings.maintenance': 'maintenance mode',
  'settings.contactEmail': 'contact address',
  'settings.filenameTemplate': 'file names',
  'settings.madeFiles': 'files made by devices',
  'settings.privacyText': 'privacy notice',
  'settings.termsText': 'terms',
  'settings.dmcaText': 'DMCA page',
  'settings.copyrightText': 'copyright page',
  'engineSettings.engines': 'engines',
  'engineSettings.provider': 'extraction service',
  'engineSettings.platforms': 'platforms',
  'engineSettings.canaries': 'test posts',
  'engineSettings.alerts': 'alerts',
} as const satisfies Group & Record<`settings.${SavedSetting}` | `engineSettings.${EngineSetting}`, string>;
