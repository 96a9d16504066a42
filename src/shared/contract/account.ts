import * as z from 'zod/mini';
import { isReadableName, tidyAccountName } from '../format/account-name.ts';
import { ACCOUNT_NAME_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../limits.ts';

/**
 * Roles. `owner`: may do everything. `administrator`: may use the panel, except what is for the owner alone, such as the accounts, backups,
 * traffic and yt-dlp. `waiting`: may not use the panel until the owner approves the account.
 */
const ROLES = ['owner', 'administrator', 'waiting'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** Sign-up modes: a new account waits for approval, becomes an administrator at once, or cannot be created. */
export const SIGN_UP_MODES = ['approval', 'open', 'closed'] as const;
export const signUpModeSchema = z.enum(SIGN_UP_MODES);
export type SignUpMode = z.infer<typeof signUpModeSchema>;

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
});
export type Account = z.infer<typeof accountSchema>;

export const emailSchema = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
/**
 * Name of a new account. Invisible characters and mixed look-alike scripts are rejected, so that nobody can imitate the name of another
 * account in the account list or the log. Accounts that were named before this rule existed keep their names.
 */
export const accountNameSchema = z
  .string()
  .check(
    z.overwrite(tidyAccountName),
    z.minLength(1),
    z.maxLength(ACCOUNT_NAME_MAX_CHARACTERS),
    z.refine(isReadableName),
  );
/** Password to verify. A longer password is rejected before it is hashed, because hashing costs time. */
const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_CHARACTERS));
const newPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN_CHARACTERS), z.maxLength(PASSWORD_MAX_CHARACTERS));
const setupCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(128));

/** Body of `POST /api/auth/sign-in`. */
export const signInSchema = z.strictObject({ email: emailSchema, password });
export type SignIn = z.infer<typeof signInSchema>;

/** Body of `POST /api/auth/sign-up`. The setup code makes the new account the owner. */
export const signUpSchema = z.strictObject({
  name: accountNameSchema,
  email: emailSchema,
  password: newPassword,
  setupCode: z.optional(setupCode),
});
export type SignUp = z.infer<typeof signUpSchema>;

/** Body of `POST /api/auth/claim`, which makes a signed-in waiting account the owner. */
export const claimSchema = z.strictObject({ setupCode });

/** Body of `POST /api/auth/password`. The change ends all other sessions of the account. */
export const passwordChangeSchema = z.strictObject({ current: password, next: newPassword });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/**
 * State of the browser's session: the signed-in account, null if there is none, and what the sign-in and sign-up forms need. Response of
 * `GET /api/auth/session`, of sign-in, sign-out, claim and password change, and of a sign-up that signs in.
 */
export const sessionStateSchema = z.object({
  account: z.nullable(accountSchema),
  signUp: signUpModeSchema,
  /** True while the site has no owner. Only then does the setup code work. */
  ownerless: z.boolean(),
  /** True when the request names an account that no longer exists (`?account=`). Absent in every other response. */
  accountRemoved: z.optional(z.literal(true)),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/**
 * Response of a sign-up that does not sign in (202). It does not reveal whether the e-mail address already has an
 * account.
 */
export const signUpReceivedSchema = z.object({
  received: z.literal(true),
  /** Sentence to show to the person. */
  detail: z.string(),
});
export type SignUpReceived = z.infer<typeof signUpReceivedSchema>;
export const signUpAnswerSchema = z.union([signUpReceivedSchema, sessionStateSchema]);

/** Session of the signed-in account, as listed by `GET /api/auth/sessions`. Times are ISO dates and times. */
const openSessionSchema = z.object({
  id: z.string(),
  /** Browser and operating system, for example "Firefox on Android". */
  browser: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** True for the session of this request. */
  current: z.boolean(),
});
export const openSessionsSchema = z.object({ sessions: z.array(openSessionSchema) });

/** Account as listed by `GET /api/admin/accounts`. */
export const listedAccountSchema = z.extend(accountSchema, {
  createdAt: z.iso.datetime(),
  lastSignInAt: z.nullable(z.iso.datetime()),
});
export type ListedAccount = z.infer<typeof listedAccountSchema>;

/** Response of `GET /api/admin/accounts`. */
export const accountListSchema = z.object({
  accounts: z.array(listedAccountSchema),
  signUp: z.object({
    mode: signUpModeSchema,
    /** True if the mode was chosen in the panel, which overrides the SIGNUP variable. */
    chosenInPanel: z.boolean(),
    /** True if the SIGNUP variable is set. */
    variableSet: z.boolean(),
  }),
});
export type AccountList = z.infer<typeof accountListSchema>;

/** Body of `PUT /api/admin/accounts/{id}/role` (owner only): 'administrator' approves, 'waiting' demotes. */
export const roleChangeSchema = z.strictObject({ role: z.enum(['administrator', 'waiting']) });
/**
 * Body of `POST /api/admin/accounts/{id}/owner` (owner only), which transfers ownership. Requires the owner's own
 * password again.
 */
export const ownerChangeSchema = z.strictObject({ password });
/** Body of `PUT /api/admin/sign-up` (owner only), which chooses the sign-up mode. */
export const signUpModeChangeSchema = z.strictObject({ mode: signUpModeSchema });
