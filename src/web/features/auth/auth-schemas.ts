import * as z from 'zod/mini';
import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import { ACCOUNT_NAME_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';

// Checks of the account forms before they are submitted; the server repeats them.

const email = z.string().check(z.trim(), z.email(PANEL_MESSAGES.invalidEmail));

/** Schema of the sign-in form. */
export const signInFormSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, AUTH_FORM.passwordRequired)),
});
export type SignInFields = z.infer<typeof signInFormSchema>;

/** Schema of the sign-up form; the setup code may be empty. */
export const signUpFormSchema = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, AUTH_FORM.nameRequired),
        z.maxLength(ACCOUNT_NAME_MAX_CHARACTERS, AUTH_FORM.nameTooLong),
      ),
    email,
    password: z.string().check(z.minLength(PASSWORD_MIN_CHARACTERS, PANEL_MESSAGES.passwordTooShort)),
    confirmPassword: z.string(),
    setupCode: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: PANEL_MESSAGES.passwordsDoNotMatch,
      // Runs even when another field is invalid.
      when: () => true,
    }),
  );
export type SignUpFields = z.infer<typeof signUpFormSchema>;
