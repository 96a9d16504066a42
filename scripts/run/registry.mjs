import { spawn } from 'node:child_process';

/** npm's own answer to this is one small request; a registry that takes longer is as good as unreachable. */
const PROBE_MAX_MS = 12_000;
const PROBE = ['ping', '--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error'];
/** Any status code is an answer: not every registry knows this request, and some want a password first. */
const ANSWERED = /^E\d{3}$|^ENEEDAUTH$/;
/** `npm error code ENOTFOUND`; before npm 10 `npm ERR! code ENOTFOUND`. */
const NPM_CODE = /^npm (?:error|ERR!) code (\w+)/m;

/**
 * Asks the package registry for a sign of life, through npm, so that its registry, proxy and certificates are used.
 * Resolves with null when it answers, else with what npm says is wrong, such as 'ENOTFOUND'.
 */
export const findRegistryFault = (command, args, options) =>
  new Promise((resolve) => {
    const probe = spawn(command, [...args, ...PROBE], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaints = '';
    probe.stderr.on('data', (piece) => {
      complaints += piece;
    });
    const timer = setTimeout(() => {
      probe.kill('SIGKILL');
      resolve('no answer');
    }, PROBE_MAX_MS);
    probe.once('error', () => {
      clearTimeout(timer);
      // Then the installation fails in the same way, and says why.
      resolve(null);
    });
    probe.once('close', (exitCode) => {
      clearTimeout(timer);
      const code = NPM_CODE.exec(complaints)?.[1] ?? 'no answer';
      resolve(exitCode === 0 || ANSWERED.test(code) ? null : code);
    });
  });
