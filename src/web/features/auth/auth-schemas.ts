import * as z from 'zod/mini';
import { authForm } from '#messages/auth-form.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { waitingScreen } from '#messages/waiting-screen.ts';
import { isReadableName, tidyAccountName } from '#shared/format/account-name.ts';
import { ACCOUNT_NAME_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';

// Checks of the account forms before they are submitted; the server repeats them.

const email = z.string().check(z.trim(), z.email(text(panelOutcomes, 'invalidEmail')));

export const signInFormSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, text(authForm, 'passwordRequired'))),
});
export type SignInFields = z.infer<typeof signInFormSchema>;

/** Schema of the sign-up form; the setup code may be empty. */
export const signUpFormSchema = z
  .object({
    name: z
      .string()
      .check(
        z.overwrite(tidyAccountName),
        z.minLength(1, text(authForm, 'nameRequired')),
        z.maxLength(ACCOUNT_NAME_MAX_CHARACTERS, text(authForm, 'nameTooLong')),
        z.refine(isReadableName, text(authForm, 'nameUnreadable')),
      ),
    email,
    password: z.string().check(z.minLength(PASSWORD_MIN_CHARACTERS, text(panelOutcomes, 'passwordTooShort'))),
    confirmPassword: z.string(),
    setupCode: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: text(panelOutcomes, 'passwordsDoNotMatch'),
      // Runs even when another field is invalid.
      when: () => true,
    }),
  );
export type SignUpFields = z.infer<typeof signUpFormSchema>;

/** Schema of the form in which a waiting account enters the setup code to become the owner. */
export const claimFormSchema = z.object({
  setupCode: z.string().check(z.trim(), z.minLength(1, text(waitingScreen, 'setupRequired'))),
});
