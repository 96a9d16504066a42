import process from 'node:process';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { authForm } from '#messages/auth-form.ts';
import { accountNameSchema, emailSchema } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { readConfig } from './base/config/read-config.ts';
import { StartError } from './base/config/start-error.ts';
import { describeDatabase, openDatabase } from './base/db/open-database.ts';
import { runCommand } from './base/lifecycle/run-command.ts';
import { createLogger } from './base/observability/logger.ts';
import { createPasswordHasher } from './people/password-hasher.ts';
import { type RescueResult, rescueOwner } from './people/rescue-owner.ts';

const COMMAND = import.meta.filename.endsWith('.ts') ? 'npm run owner --' : 'owner';
const USAGE = `Usage: ${COMMAND} --email you@example.com [--name "Your name"]`;

const argumentsSchema = z.object({
  email: emailSchema,
  name: z._default(accountNameSchema, 'Owner'),
});

/** Reads the arguments of the command. Throws StartError with the usage when they are invalid. */
const readArguments = (args: string[]): z.infer<typeof argumentsSchema> => {
  try {
    const { values } = parseArgs({
      args,
      options: { email: { type: 'string' }, name: { type: 'string' } },
    });
    return argumentsSchema.parse(values);
  } catch (cause) {
    const isName =
      cause instanceof z.core.$ZodError &&
      cause.issues.some(({ code, path }) => code === 'custom' && path[0] === 'name');
    throw new StartError(isName ? `${text(authForm, 'nameUnreadable')}\n${USAGE}` : USAGE, { cause });
  }
};

const OUTCOME_MESSAGES: Readonly<Record<Extract<RescueResult, { ok: true }>['outcome'], string>> = {
  created: 'The owner account was created.',
  promoted: 'This account is the owner now, with a new password. It is signed out everywhere.',
  reset: 'The owner has a new password, and is signed out everywhere.',
};

const run = async (): Promise<void> => {
  const identity = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const database = await openDatabase(config, createLogger(config.logLevel), { mayCreate: false });
  process.stdout.write(`Database: ${await describeDatabase(config)}\n`);
  try {
    const rescue = await rescueOwner(database, createPasswordHasher(), identity);
    if (!rescue.ok)
      throw new StartError(
        `Nothing was changed: the owner of this site is ${rescue.ownerEmail}. Give that address to reset its password.`,
      );
    process.stdout.write(
      `${OUTCOME_MESSAGES[rescue.outcome]}\n  e-mail    ${identity.email}\n  password  ${rescue.password}\nThis password is shown only once. Sign in and change it under Accounts.\n`,
    );
  } finally {
    await database.close();
  }
};

runCommand(run);
