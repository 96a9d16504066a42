// Node loads this module with --import. A program that runs from its sources then imports the texts in the language SITE_LANGUAGE. The
// built files contain the texts in that language already (vite.config.ts).
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { siteLanguage, translatedFile } from './site-language.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const language = siteLanguage(root);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const file = translatedFile(root, language, specifier);
    return nextResolve(file === null ? specifier : pathToFileURL(file).href, context);
  },
});
