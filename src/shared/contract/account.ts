import * as z from 'zod/mini';
import { isPlainText } from '../format/plain-text.ts';
import { ACCOUNT_NAME_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../limits.ts';

/** What an account may do: the owner everything, an administrator all but accounts, a waiting one nothing yet. */
const ROLES = ['owner', 'administrator', 'waiting'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** Whether strangers may make an account, and what it may do before the owner has looked at it. */
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
/** One line: the owner's list and the log show it as it is. */
export const accountNameSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(ACCOUNT_NAME_MAX_CHARACTERS), z.refine(isPlainText));
/** Long ones are cut off before they cost a hash. */
const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX_CHARACTERS));
const newPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN_CHARACTERS), z.maxLength(PASSWORD_MAX_CHARACTERS));
const setupCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(128));

/** Body of `POST /api/auth/sign-in`. */
export const signInSchema = z.strictObject({ email: emailSchema, password });
export type SignIn = z.infer<typeof signInSchema>;

/** Body of `POST /api/auth/sign-up`; the setup code makes the new account the owner. */
export const signUpSchema = z.strictObject({
  name: accountNameSchema,
  email: emailSchema,
  password: newPassword,
  setupCode: z.optional(setupCode),
});
export type SignUp = z.infer<typeof signUpSchema>;

/** Body of `POST /api/auth/claim`: a signed-in waiting account shows the setup code. */
export const claimSchema = z.strictObject({ setupCode });

/** Body of `POST /api/auth/password`; all other sessions of the account end. */
export const passwordChangeSchema = z.strictObject({ current: password, next: newPassword });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** Answer of `GET /api/auth/session`, of sign-in, claim and, where it signs in, sign-up: who is signed in, and what the forms must know. */
export const sessionStateSchema = z.object({
  account: z.nullable(accountSchema),
  signUp: signUpModeSchema,
  /** No owner yet: the setup code still makes one. */
  ownerless: z.boolean(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Answer of sign-up (202) where it does not tell whether the address had an account; nobody is signed in by it. */
const signUpReceivedSchema = z.object({
  received: z.literal(true),
  /** A sentence for people. */
  detail: z.string(),
});
export type SignUpReceived = z.infer<typeof signUpReceivedSchema>;
export const signUpAnswerSchema = z.union([signUpReceivedSchema, sessionStateSchema]);

/** One signed-in browser of the own account: answer rows of `GET /api/auth/sessions`. Times are ISO dates. */
export const openSessionSchema = z.object({
  id: z.string(),
  /** As far as a person tells browsers apart: "Firefox on Android". */
  browser: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;
export const openSessionsSchema = z.object({ sessions: z.array(openSessionSchema) });

/** A row of `GET /api/admin/accounts`. */
export const listedAccountSchema = z.extend(accountSchema, {
  createdAt: z.iso.datetime(),
  lastSignInAt: z.nullable(z.iso.datetime()),
});
export type ListedAccount = z.infer<typeof listedAccountSchema>;

/** Answer of `GET /api/admin/accounts`. */
export const accountListSchema = z.object({
  accounts: z.array(listedAccountSchema),
  signUp: z.object({
    mode: signUpModeSchema,
    /** True once the panel's choice stands over the SIGNUP variable. */
    chosenInPanel: z.boolean(),
  }),
});
export type AccountList = z.infer<typeof accountListSchema>;

/** Body of `PUT /api/admin/accounts/{id}/role` (owner only): approve with 'administrator', demote with 'waiting'. */
export const roleChangeSchema = z.strictObject({ role: z.enum(['administrator', 'waiting']) });
/** Body of `POST /api/admin/accounts/{id}/owner` (owner only): hands the site over; the own password is asked again. */
export const ownerChangeSchema = z.strictObject({ password });
/** Body of `PUT /api/admin/sign-up` (owner only). */
export const signUpModeChangeSchema = z.strictObject({ mode: signUpModeSchema });
