// Texts of the panel's Overview, Accounts and Activity sections. Loaded with whichever of them opens first.
import type { Role, SignUpMode } from './contract/account.ts';
import type { ActivityEntry } from './contract/admin-settings.ts';
import type { EngineSetting } from './contract/engines.ts';
import type { SiteSetting } from './contract/site.ts';
import { COUNTS_RETENTION_DAYS } from './limits.ts';
import { ownEntry } from './own-entry.ts';

export const OVERVIEW = {
  lede: 'Totals only. Nothing here can be traced to a visitor.',
  previews: 'Previews today',
  succeeded: (share: string): string => `${share} succeeded`,
  downloads: 'Downloads today',
  sent: (size: string): string => `${size} sent`,
  median: 'Median preview',
  medianNote: 'From link to preview',
  failures: 'Failures today',
  /** Breakdown of the failures: '41 private, 19 deleted, 8 other'. */
  failureParts: { private: 'private', gone: 'deleted', other: 'other' },
  none: 'None',
  unknown: 'No data yet',
  chart: 'Downloads per day',
  retention: `Kept for ${String(COUNTS_RETENTION_DAYS)} days`,
  today: 'Today',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  columns: { day: 'Day', previews: 'Previews', downloads: 'Downloads', failed: 'Failed' },
  chartLabel: (days: number, total: string): string =>
    `Downloads in the last ${String(days)} days: ${total} in total.`,
  empty: 'No downloads yet. Numbers appear after the first one.',
  health: 'Engine health',
  healthEmpty: 'No recent activity, so there is nothing to report.',
  healthUnread: "We can't check right now.",
  healthParts: { instagram: 'Instagram', tiktok: 'TikTok', downloads: 'Downloads' },
  states: { working: 'Working', slow: 'Slow', failing: 'Failing', unknown: 'No data yet' },
  /** The days without failures among the days with data: '24 of 25 days worked'. */
  daysOf: (worked: number, known: number): string =>
    known === 0
      ? 'No days with data'
      : `${String(worked)} of ${String(known)} ${known === 1 ? 'day' : 'days'} worked`,
  tested: (platform: string, moment: string): string => `Last self-test of ${platform}: ${moment}.`,
  notTested: 'not in the last 30 days',
  statusPage: 'Public status page',
  medianOf: (seconds: string): string => `${seconds} median`,
  seconds: (value: string): string => `${value} s`,
  failed: 'The figures could not be loaded.',
  proxyTitle: 'Set TRUST_PROXY',
  proxyText:
    'A request came through a reverse proxy that is not listed in TRUST_PROXY. Until you add it, all visitors behind that proxy count as one network and share its limits.',
} as const;

export const ACCOUNTS = {
  lede: 'Manage who can change this site and how you sign in.',
  ledeOwn: 'Manage how you sign in. The owner manages the other accounts.',
  waiting: 'Waiting for your approval',
  waitingHelp: 'They cannot use the panel until you approve them.',
  waitingEmpty: 'Nobody is waiting.',
  waitingBadge: (count: number): string => `${String(count)} waiting`,
  approve: 'Approve',
  decline: 'Decline',
  declineTitle: (name: string): string => `Decline ${name}?`,
  declineText: 'The account is deleted. The same person can sign up again.',
  members: 'Accounts',
  you: 'you',
  roles: { owner: 'Owner', administrator: 'Administrator', waiting: 'Waiting' } satisfies Record<
    Role,
    string
  >,
  lastSignIn: (when: string): string => `Last signed in ${when}`,
  neverSignedIn: 'Has not signed in yet',
  since: (day: string): string => `Account since ${day}`,
  more: (name: string): string => `Manage the account of ${name}`,
  demote: 'Revoke access',
  demoteTitle: (name: string): string => `Revoke access for ${name}?`,
  demoteText: 'The account needs approval again, and its open panels close right away.',
  remove: 'Remove',
  removeTitle: (name: string): string => `Remove ${name}?`,
  removeText: 'The account is deleted and signed out everywhere. The changes it saved stay.',
  signOut: 'Sign out everywhere',
  signOutTitle: (name: string): string => `Sign ${name} out everywhere?`,
  signOutText: 'The account is signed out in every browser, and its open panels close right away.',
  signedOut: (name: string): string => `${name} was signed out everywhere`,
  makeOwner: 'Make owner',
  makeOwnerTitle: (name: string): string => `Make ${name} the owner?`,
  makeOwnerText: 'A site has one owner. You stay an administrator, and only the new owner can undo this.',
  yourPassword: 'Your password',
  cancel: 'Cancel',
  approved: (name: string): string => `${name} can now use the panel`,
  declined: (name: string): string => `${name} was declined`,
  demoted: (name: string): string => `${name} needs approval again`,
  removed: (name: string): string => `${name} was removed`,
  handedOver: (name: string): string => `${name} is now the owner`,
  signUp: 'Sign-ups',
  signUpHelp: 'Whether people can create an account at /admin/signup.',
  signUpModes: {
    approval: 'With approval',
    open: 'Open',
    closed: 'Closed',
  } satisfies Record<SignUpMode, string>,
  signUpMeanings: {
    approval: 'New accounts wait for your approval.',
    open: 'New accounts become administrators right away. Anyone who finds the page can change this site.',
    closed: 'Nobody can sign up.',
  } satisfies Record<SignUpMode, string>,
  signUpChosen: 'Chosen here. Overrides the SIGNUP variable.',
  signUpFromVariable: 'Set by the SIGNUP variable until you choose here.',
  signUpSaved: 'Sign-ups changed',
  password: 'Change password',
  passwordHelp: 'Changing it signs out your other browsers.',
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
  sessionEnded: 'Browser signed out',
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
  canaries: 'self-test posts',
  alerts: 'alerts',
};

/** Returns a setting's name for use in a sentence; returns an unknown setting's stored name unchanged. */
const settingName = (subject: string): string => ownEntry<string>(SETTING_NAMES, subject) ?? subject;

const ACTION_TEXTS: Readonly<Record<ActivityEntry['action'], (subject: string) => string>> = {
  settings_saved: (subject) => `changed the ${settingName(subject)}`,
  settings_restored: (subject) => `restored an earlier ${settingName(subject)}`,
  engines_saved: (subject) => `changed the ${ownEntry<string>(ENGINE_PARTS, subject) ?? subject}`,
  account_created: () => 'signed up',
  owner_claimed: () => 'became the owner',
  account_approved: (subject) => `approved ${subject}`,
  account_declined: (subject) => `declined ${subject}`,
  account_demoted: (subject) => `revoked access for ${subject}`,
  account_removed: (subject) => `removed ${subject}`,
  owner_changed: (subject) => `made ${subject} the owner`,
  sign_up_changed: () => 'changed who can sign up',
  password_changed: (subject) =>
    subject === '' ? 'changed the password' : `changed the password of ${subject}`,
  sessions_ended: () => 'signed out other browsers',
  account_signed_out: (subject) => `signed ${subject} out of every browser`,
  signed_in: () => 'signed in',
  sign_in_blocked: (subject) => `was blocked from signing in${subject === '' ? '' : ` as ${subject}`}`,
};

export const ACTIVITY = {
  lede: 'What was changed here, by whom and when.',
  empty: 'Nothing has been changed yet.',
  more: 'Show earlier',
  loading: 'Loading...',
  failed: 'The activity could not be loaded.',
  tryAgain: 'Try again',
  /** The author of actions on the server's command line, or of actions without a signed-in account. */
  nobody: 'The server',
  stranger: 'Someone',
  from: 'From',
  to: 'To',
  nothing: 'nothing',
  on: 'on',
  off: 'off',
} as const;

/** Returns what an activity entry says after the author's name: 'changed the website title'. */
export const describeAction = ({ action, subject }: ActivityEntry): string =>
  ACTION_TEXTS[action](subject ?? '');
