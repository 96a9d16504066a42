import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyWithLanguage, MADE_UP_LANGUAGE } from '../made-up-language.ts';

const run = promisify(execFile);
const TSC = path.resolve(import.meta.dirname, '../../node_modules/@typescript/native/bin/tsc');
const PRINT = `
import { authForm } from '#messages/auth-form.ts';
import { linkForm } from '#messages/link-form.ts';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import { detailOf } from './src/server/http/problem.ts';
console.log(JSON.stringify([
  text(linkForm, 'tryAgainSeconds', { seconds: 9 }), text(linkForm, 'paste'), text(authForm, 'signIn'),
  text(publicPage, 'skip'), detailOf('link_invalid'), detailOf('gone'),
]));
`;

let copy: ReturnType<typeof copyWithLanguage>;
beforeAll(() => {
  copy = copyWithLanguage();
});
afterAll(() => copy.remove());

const inCopy = (args: readonly string[], language?: string) =>
  run(process.execPath, args, {
    cwd: copy.folder,
    env: { PATH: '', ...(language !== undefined && { SITE_LANGUAGE: language }) },
  });
const printed = async (flags: readonly string[], language?: string): Promise<unknown> =>
  JSON.parse((await inCopy([...flags, '--input-type=module', '--eval', PRINT], language)).stdout);

describe('the language of the site', () => {
  it('is English by default', async () => {
    expect(await printed([])).toEqual([
      'Try again in 9 s',
      'Paste',
      'Sign in',
      'Skip to the link form',
      'Invalid Instagram/TikTok URL format',
      'Post not found. The video may have been deleted or the URL is incorrect.',
    ]);
  });

  it('replaces the sentences that its folder has, and no others', async () => {
    expect(await printed(['--import', './scripts/run/translate-imports.mjs'], MADE_UP_LANGUAGE)).toEqual([
      '9 s until the tide',
      'Paste',
      'Come aboard',
      'Skip to the link form',
      'No ship of that name',
      'Post not found. The video may have been deleted or the URL is incorrect.',
    ]);
  });

  it('must have a folder', async () => {
    const languages = readdirSync(path.join(copy.folder, 'src/shared/messages'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
    expect(languages).toEqual(expect.arrayContaining(['en', MADE_UP_LANGUAGE]));
    await expect(inCopy(['scripts/run.mjs', 'start'], 'x-nowhere')).rejects.toMatchObject({
      code: 1,
      stderr: `[savelet] SITE_LANGUAGE must be one of ${languages.join(', ')}, the folders of src/shared/messages.\n`,
    });
  });

  it('is rejected by a server that was started without it', async () => {
    await expect(inCopy(['src/server/main.ts'], MADE_UP_LANGUAGE)).rejects.toMatchObject({
      stderr: expect.stringContaining('SITE_LANGUAGE only takes effect in "npm start"'),
    });
  });

  it('does not compile without a parameter of the English sentence', async () => {
    const check = () => inCopy([TSC, '-p', 'src/shared', '--noEmit']);
    await check();
    copy.write(
      'player.ts',
      `import { player as english } from '../en/player.ts';
import { translate } from '../translate.ts';

export const player = translate(english, { secondsOf: { other: '{count} of many' } });
`,
    );
    await expect(check()).rejects.toMatchObject({
      stdout: expect.stringMatching(/en-x-harbour\/player\.ts.*\{duration\}/),
    });
  });
});
