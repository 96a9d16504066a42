import type { Kysely } from 'kysely';
import { type SignUpMode, signUpModeSchema } from '#shared/contract/account.ts';
import type { Config } from '../base/config/config.ts';
import { textRow } from '../base/db/key-value-row.ts';
import type { Tables } from '../base/db/tables.ts';

const ROW = textRow('sign_up');

/** Present sign-up mode and where it comes from. */
export interface ChosenSignUpMode {
  readonly mode: SignUpMode;
  /** True when the mode chosen in the panel overrides the SIGNUP variable. */
  readonly chosenInPanel: boolean;
  /** True when the SIGNUP variable is set. */
  readonly variableSet: boolean;
}

/** Reads the present sign-up mode: the owner's choice in the panel, else SIGNUP. */
export const readSignUpMode = async (
  query: Kysely<Tables>,
  { signUp, signUpGiven: variableSet }: Pick<Config, 'signUp' | 'signUpGiven'>,
): Promise<ChosenSignUpMode> => {
  const chosen = signUpModeSchema.safeParse(await ROW.read(query));
  return chosen.success
    ? { mode: chosen.data, chosenInPanel: true, variableSet }
    : { mode: signUp, chosenInPanel: false, variableSet };
};

/** Stores the mode chosen in the panel. */
export const storeSignUpMode = (query: Kysely<Tables>, mode: SignUpMode): Promise<void> =>
  ROW.write(query, mode);
