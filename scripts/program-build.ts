// How the server's programs are built (docs/adr/0051).
import type { Plugin } from 'vite';

/** Matches what cannot be written with escapes of its characters: a raw template, and a backslash before such a character. */
const UNESCAPABLE = /String\.raw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/u;

/**
 * Creates a plugin that writes the server's programs in ASCII. Node keeps the text of every module in memory, with two bytes for each
 * character if one of them is outside Latin-1.
 */
export function asciiPrograms(): Plugin {
  return {
    name: 'ascii-programs',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const unescapable = UNESCAPABLE.exec(chunk.code);
          if (unescapable !== null)
            this.error(
              `${chunk.fileName} contains text that cannot be escaped: ${unescapable[0].slice(-80)}`,
            );
          chunk.code = chunk.code.replace(
            /[^\0-\x7f]/g,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
        }
      },
    },
  };
}

/** Matches a call whose result is not used, only that it throws. */
const CHECK_BY_CALL =
  /(?:^|(?<!\$)[;{}])\s*(?:de|en)codeURI(?:Component)?\((?:[^;{}()]|\([^;{}()]*\))*\)\s*(?:;|$)/mu;

/**
 * Creates a plugin that stops the build of the server's programs where the bundler would remove a check: it takes these functions for
 * free of effects and drops their calls, although they throw.
 */
export function keptChecks(): Plugin {
  return {
    name: 'kept-checks',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    transform(code, id) {
      const call = CHECK_BY_CALL.exec(code);
      if (call !== null) this.error(`${id} checks by a call that the bundler removes: ${call[0].trim()}`);
    },
  };
}

/** Packages that the server's program loads from node_modules: one with machine code, and parts of Fastify that it never uses. */
export const UNBUNDLED = [
  'sharp',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];

/** Removes comments and white space from the server's programs, and keeps all names for the traces of errors. */
export const SMALL_PROGRAM = { compress: true, mangle: false, codegen: { removeWhitespace: true } };
