import type { Kysely } from 'kysely';
import { type AccountList, type SignUpMode, signUpModeSchema } from '#shared/contract/account.ts';
import type { Config } from '../base/config/config.ts';
import { textRow } from '../base/db/key-value-row.ts';
import type { Tables } from '../base/db/tables.ts';

const ROW = textRow('sign_up');

/** Reads the present sign-up mode: the owner's choice in the panel, else SIGNUP. */
export const readSignUpMode = async (
  query: Kysely<Tables>,
  { signUp, signUpGiven: variableSet }: Pick<Config, 'signUp' | 'signUpGiven'>,
): Promise<AccountList['signUp']> => {
  const { data: chosen } = signUpModeSchema.safeParse(await ROW.read(query));
  return { mode: chosen ?? signUp, chosenInPanel: chosen !== undefined, variableSet };
};

export const storeSignUpMode = (query: Kysely<Tables>, mode: SignUpMode): Promise<void> =>
  ROW.write(query, mode);
