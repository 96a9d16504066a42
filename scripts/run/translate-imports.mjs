// Loaded with --import: lets the server, which runs from its sources, import the texts of SITE_LANGUAGE. The pages get them
// when they are built (vite.config.ts).
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
