// What the panel's Overview, Accounts and Activity say. Loaded with the first of them.
import type { Role, SignUpMode } from './contract/account.ts';
import type { ActivityEntry } from './contract/admin-settings.ts';
import type { EngineSetting } from './contract/engines.ts';
import type { SiteSetting } from './contract/site-events.ts';
import { COUNTS_RETENTION_DAYS } from './limits.ts';
import { ownEntry } from './own-entry.ts';

export const OVERVIEW = {
  lede: 'Totals only. Nothing here can be traced to a visitor.',
  previews: 'Previews today',
  succeeded: (share: string): string => `${share} succeeded`,
  downloads: 'Downloads today',
  sent: (size: string): string => `${size} sent`,
  median: 'Median preview',
  medianNote: 'Until the visitor sees the post',
  failures: 'Failures today',
  /** Parts of the failures: '41 private, 19 deleted, 8 other'. */
  failureParts: { private: 'private', gone: 'deleted', other: 'other' },
  none: 'None',
  unknown: 'Not known yet',
  chart: 'Downloads per day',
  retention: `Kept for ${String(COUNTS_RETENTION_DAYS)} days`,
  today: 'Today',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  columns: { day: 'Day', previews: 'Previews', downloads: 'Downloads', failed: 'Failed' },
  chartLabel: (days: number, total: string): string =>
    `Downloads in the last ${String(days)} days: ${total} in all.`,
  empty: 'No downloads yet. Numbers appear after the first one.',
  health: 'Engine health',
  healthEmpty: 'Nothing has been fetched lately, so there is nothing to tell.',
  healthUnread: "We can't check right now.",
  healthParts: { instagram: 'Instagram', tiktok: 'TikTok', downloads: 'Downloads' },
  states: { working: 'Working', slow: 'Slow', failing: 'Failing', unknown: 'Not known yet' },
  /** The share of a part's days that nobody saw fail: '24 of 25 known days worked'. */
  daysOf: (worked: number, known: number): string =>
    known === 0
      ? 'No day known'
      : `${String(worked)} of ${String(known)} known ${known === 1 ? 'day' : 'days'} worked`,
  tested: (platform: string, moment: string): string => `Last self-test of ${platform}: ${moment}.`,
  notTested: 'not in the last 30 days',
  statusPage: 'The public status page',
  medianOf: (seconds: string): string => `${seconds} median`,
  seconds: (value: string): string => `${value} s`,
  failed: 'The figures could not be loaded.',
  proxyTitle: 'Set TRUST_PROXY',
  proxyText:
    'A request came through a reverse proxy that TRUST_PROXY does not name. Until it does, all visitors behind that proxy count as one network and share its limits.',
} as const;

export const ACCOUNTS = {
  lede: 'Who may change this site, and your own way in.',
  ledeOwn: 'Your own way in. The owner decides about the other accounts.',
  waiting: 'Waiting for you',
  waitingHelp: 'They see nothing of the panel until you approve them.',
  waitingEmpty: 'Nobody is waiting.',
  waitingBadge: (count: number): string => `${String(count)} waiting`,
  approve: 'Approve',
  decline: 'Decline',
  declineTitle: (name: string): string => `Decline ${name}?`,
  declineText: 'The account is removed. The same person can sign up again.',
  members: 'Accounts',
  you: 'you',
  roles: { owner: 'Owner', administrator: 'Administrator', waiting: 'Waiting' } satisfies Record<
    Role,
    string
  >,
  lastSignIn: (when: string): string => `Last signed in ${when}`,
  neverSignedIn: 'Has not signed in yet',
  since: (day: string): string => `Account since ${day}`,
  more: (name: string): string => `Change the account of ${name}`,
  demote: 'Take access away',
  demoteTitle: (name: string): string => `Take access away from ${name}?`,
  demoteText: 'The account waits for approval again, and its open panels close at once.',
  remove: 'Remove',
  removeTitle: (name: string): string => `Remove ${name}?`,
  removeText: 'The account is deleted and signed out everywhere. What it has saved stays.',
  signOut: 'Sign out everywhere',
  signOutTitle: (name: string): string => `Sign ${name} out everywhere?`,
  signOutText: 'Every browser of this account is signed out, and its open panels close at once.',
  signedOut: (name: string): string => `${name} was signed out everywhere`,
  makeOwner: 'Make owner',
  makeOwnerTitle: (name: string): string => `Hand the site over to ${name}?`,
  makeOwnerText:
    'There is one owner. You stay an administrator, and only the new owner can change that back.',
  yourPassword: 'Your password',
  cancel: 'Cancel',
  approved: (name: string): string => `${name} can use the panel now`,
  declined: (name: string): string => `${name} was declined`,
  demoted: (name: string): string => `${name} is waiting for approval again`,
  removed: (name: string): string => `${name} was removed`,
  handedOver: (name: string): string => `${name} is the owner now`,
  signUp: 'Sign-ups',
  signUpHelp: 'Whether people can make an account at /admin/signup.',
  signUpModes: {
    approval: 'With approval',
    open: 'Open',
    closed: 'Closed',
  } satisfies Record<SignUpMode, string>,
  signUpMeanings: {
    approval: 'New accounts wait for you.',
    open: 'New accounts are administrators at once. Anybody who finds the page can change this site.',
    closed: 'Nobody can sign up.',
  } satisfies Record<SignUpMode, string>,
  signUpChosen: 'Chosen here. It counts before the SIGNUP variable.',
  signUpFromVariable: 'Set by the SIGNUP variable until you choose here.',
  signUpSaved: 'Sign-ups changed',
  password: 'Change password',
  passwordHelp: 'Every other browser is signed out.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'Repeat new password',
  currentRequired: 'Enter your current password',
  changePassword: 'Change password',
  changing: 'Changing...',
  passwordChanged: 'Password changed. Other browsers were signed out.',
  sessions: 'Signed-in browsers',
  sessionsHelp: 'Where your account is signed in.',
  thisBrowser: 'This browser',
  lastSeen: (when: string): string => `Last seen ${when}`,
  endSession: 'Sign out',
  endSessionOf: (browser: string): string => `Sign out ${browser}`,
  endOthers: 'Sign out everywhere else',
  sessionEnded: 'Signed out there',
  othersEnded: 'Signed out everywhere else',
  failed: 'The accounts could not be loaded.',
  sessionsFailed: 'The signed-in browsers could not be loaded.',
} as const;

const SETTING_NAMES: Readonly<Record<SiteSetting, string>> = {
  title: 'website title',
  logo: 'logo',
  navbar: 'navbar',
  socialLinks: 'social links',
  content: 'content',
  maintenance: 'maintenance mode',
};

const ENGINE_PARTS: Readonly<Record<EngineSetting, string>> = {
  engines: 'engines',
  provider: 'provider',
  platforms: 'platforms',
  canaries: 'posts for checks',
  alerts: 'alerts',
};

/** What a setting is called inside a sentence; the name of a setting this version does not know stays. */
const settingName = (subject: string): string => ownEntry<string>(SETTING_NAMES, subject) ?? subject;

const DEEDS: Readonly<Record<ActivityEntry['action'], (subject: string) => string>> = {
  settings_saved: (subject) => `changed the ${settingName(subject)}`,
  settings_restored: (subject) => `restored an earlier ${settingName(subject)}`,
  engines_saved: (subject) => `changed the ${ownEntry<string>(ENGINE_PARTS, subject) ?? subject}`,
  account_created: () => 'signed up',
  owner_claimed: () => 'became the owner',
  account_approved: (subject) => `approved ${subject}`,
  account_declined: (subject) => `declined ${subject}`,
  account_demoted: (subject) => `took access away from ${subject}`,
  account_removed: (subject) => `removed ${subject}`,
  owner_changed: (subject) => `made ${subject} the owner`,
  sign_up_changed: () => 'changed who can sign up',
  password_changed: (subject) =>
    subject === '' ? 'changed the password' : `changed the password of ${subject}`,
  sessions_ended: () => 'signed out other browsers',
  account_signed_out: (subject) => `signed ${subject} out of every browser`,
  signed_in: () => 'signed in',
  sign_in_blocked: (subject) => `was kept from signing in${subject === '' ? '' : ` as ${subject}`}`,
};

export const ACTIVITY = {
  lede: 'What was changed here, by whom and when.',
  empty: 'Nothing has been changed yet.',
  more: 'Show earlier',
  loading: 'Loading...',
  failed: 'The activity could not be loaded.',
  tryAgain: 'Try again',
  /** For what was done on the server itself, or by nobody signed in. */
  nobody: 'The server',
  stranger: 'Somebody',
  from: 'From',
  to: 'To',
  nothing: 'nothing',
  on: 'on',
  off: 'off',
} as const;

/** What an entry of the log says after the name of who did it. */
export const deedOf = ({ action, subject }: ActivityEntry): string => DEEDS[action](subject ?? '');
