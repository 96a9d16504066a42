import type { Config } from './config.ts';

/**
 * Thrown when the program cannot start for a reason that its operator can fix. Only the message is printed, without a
 * stack trace.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

const sentenceFor = (code: string, port: number): string | null => {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: another program already listens on port ${port}. Stop it, or set PORT to a free one.`;
    case 'EACCES':
    case 'EPERM':
      return `PORT: this user may not listen on port ${port}. Set PORT to 1024 or higher, and have a proxy or your service manager take the lower one.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NONAME':
      return 'HOST: there is no such address. Set it to an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::.';
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return 'HOST: this machine does not have that address. Set it to one it has, or to 0.0.0.0 or :: for all.';
    default:
      return null;
  }
};

/**
 * Converts an error of listening to a StartError that names the variable to change. Returns any other error unchanged.
 */
export const explainListenError = (error: unknown, { port }: Pick<Config, 'port'>): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentenceFor(code, port);
  return sentence === null ? error : new StartError(sentence, { cause: error });
};
