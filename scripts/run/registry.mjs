import { spawn } from 'node:child_process';

/** Timeout of `npm ping`, which is one small request. A slower registry counts as unreachable. */
const PROBE_MAX_MS = 12_000;
const PROBE = ['ping', '--fetch-retries=0', '--fetch-timeout=10000', '--loglevel=error'];
/** Matches npm's error codes that prove a response of the registry. Not every registry supports ping, and some require authentication. */
const ANSWERED = /^E\d{3}$|^ENEEDAUTH$/;
/** Matches the error code in npm's output: `npm error code ENOTFOUND`, before npm 10 `npm ERR! code ENOTFOUND`. */
const NPM_CODE = /^npm (?:error|ERR!) code (\w+)/m;

/**
 * Checks with `npm ping`, which uses npm's registry, proxy and certificates, whether the package registry responds. Resolves to null if it
 * responds or npm cannot be started, otherwise to npm's error code, such as 'ENOTFOUND', or 'no answer'.
 */
export const findRegistryFault = (command, args, options) =>
  new Promise((resolve) => {
    const probe = spawn(command, [...args, ...PROBE], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let errorOutput = '';
    probe.stderr.on('data', (chunk) => {
      errorOutput += chunk;
    });
    const timer = setTimeout(() => {
      probe.kill('SIGKILL');
      resolve('no answer');
    }, PROBE_MAX_MS);
    probe.once('error', () => {
      clearTimeout(timer);
      // npm cannot be started. The installation will fail in the same way and report why.
      resolve(null);
    });
    probe.once('close', (exitCode) => {
      clearTimeout(timer);
      const code = NPM_CODE.exec(errorOutput)?.[1] ?? 'no answer';
      resolve(exitCode === 0 || ANSWERED.test(code) ? null : code);
    });
  });
