import * as z from 'zod/mini';
import { accountsSection } from '#messages/accounts-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';

export const passwordFormSchema = z
  .object({
    current: z.string().check(z.minLength(1, text(accountsSection, 'currentRequired'))),
    next: z.string().check(z.minLength(PASSWORD_MIN_CHARACTERS, text(panelOutcomes, 'passwordTooShort'))),
    repeated: z.string(),
  })
  .check(
    z.refine(({ current, next }) => next !== current, {
      path: ['next'],
      message: text(accountsSection, 'passwordSame'),
      abort: true,
    }),
    z.refine(({ next, repeated }) => next === repeated, {
      path: ['repeated'],
      message: text(panelOutcomes, 'passwordsDoNotMatch'),
    }),
  );
export type PasswordFields = z.infer<typeof passwordFormSchema>;

/** Schema of a form in which the signed-in account confirms an action with its password. */
export const ownPasswordSchema = z.object({
  password: z.string().check(z.minLength(1, text(accountsSection, 'yourPasswordRequired'))),
});
