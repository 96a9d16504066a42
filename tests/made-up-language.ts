import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const COPIED = [
  'src',
  'scripts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'runtime/package.json',
];

/** A language that nobody speaks (`x-` marks private use), with a few groups of texts. */
export const MADE_UP_LANGUAGE = 'en-x-harbour';
const GROUPS: Readonly<Record<string, string>> = {
  'language.ts': `export const LANGUAGE = 'en-x-harbour';\nexport const LOCALE = 'en-GB-x-harbour';\n`,
  'link-form.ts': `import { linkForm as english } from '../en/link-form.ts';
import { translate } from '../translate.ts';

export const linkForm = translate(english, { submit: 'Haul it in', tryAgainSeconds: '{seconds} s until the tide' });
`,
  'auth-form.ts': `import { authForm as english } from '../en/auth-form.ts';
import { translate } from '../translate.ts';

export const authForm = translate(english, { signInTitle: 'Come aboard', signIn: 'Come aboard' });
`,
  'problem-details.ts': `import { problemDetails as english } from '../en/problem-details.ts';
import { translate } from '../translate.ts';

export const problemDetails = translate(english, { link_invalid: 'No ship of that name' });
`,
};

/** Creates a copy of the source in a temporary folder, with the made-up language. `remove` deletes it. */
export function copyWithLanguage(): {
  readonly folder: string;
  write(file: string, text: string): void;
  remove(): void;
} {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-language-'));
  mkdirSync(path.join(folder, 'runtime'));
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const messages = path.join(folder, 'src/shared/messages', MADE_UP_LANGUAGE);
  mkdirSync(messages);
  const write = (file: string, text: string): void => writeFileSync(path.join(messages, file), text);
  for (const [file, text] of Object.entries(GROUPS)) write(file, text);
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
