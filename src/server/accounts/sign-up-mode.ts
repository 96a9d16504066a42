import type { Kysely } from 'kysely';
import { type SignUpMode, signUpModeSchema } from '#shared/contract/account.ts';
import type { Config } from '../config/config.ts';
import type { Tables } from '../db/tables.ts';

const ROW = 'sign_up';

/** Present sign-up mode and where it comes from. */
export interface ChosenSignUpMode {
  readonly mode: SignUpMode;
  /** True when the mode chosen in the panel overrides the SIGNUP variable. */
  readonly chosenInPanel: boolean;
}

/** Reads the present sign-up mode: the owner's choice in the panel, else SIGNUP. */
export const readSignUpMode = async (
  query: Kysely<Tables>,
  { signUp }: Pick<Config, 'signUp'>,
): Promise<ChosenSignUpMode> => {
  const row = await query.selectFrom('site_state').select('value').where('name', '=', ROW).executeTakeFirst();
  const chosen = signUpModeSchema.safeParse(row?.value);
  return chosen.success ? { mode: chosen.data, chosenInPanel: true } : { mode: signUp, chosenInPanel: false };
};

/** Stores the mode chosen in the panel. */
export const storeSignUpMode = async (query: Kysely<Tables>, value: SignUpMode): Promise<void> => {
  await query
    .insertInto('site_state')
    .values({ name: ROW, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
};
