import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './say.mjs';

const FOLDER = 'src/shared/messages';
const ENGLISH = 'en';
const ALIAS = '#messages/';

/** Returns the language of the site's texts: SITE_LANGUAGE or, if that is not set, English. Throws Stop if it has no folder. */
export function siteLanguage(root, environment = process.env) {
  const language = environment.SITE_LANGUAGE?.trim() || ENGLISH;
  const languages = readdirSync(path.join(root, FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  if (languages.includes(language)) return language;
  throw new Stop(`SITE_LANGUAGE must be one of ${languages.join(', ')}, the folders of ${FOLDER}.`);
}

/** Returns the translated file for an import of `#messages/…`; null in English, for another import and without a translation. */
export function translatedFile(root, language, specifier) {
  if (language === ENGLISH || !specifier.startsWith(ALIAS)) return null;
  const file = path.join(root, FOLDER, language, specifier.slice(ALIAS.length));
  return existsSync(file) ? file : null;
}

/** Returns the flags with which Node resolves `#messages/…` to files in `language`; none for English. */
export const languageFlags = (language) =>
  language === ENGLISH ? [] : ['--import', './scripts/run/translate-imports.mjs'];
