import { ownEntry } from '#shared/own-entry.ts';
import { OutboundError, type OutboundFault } from './outbound-client.ts';

const FAULT_OF_CODE: Readonly<Record<string, OutboundFault>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad-answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad-answer',
  UND_ERR_INVALID_ARG: 'refused-address',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Converts an error of the HTTP library or of a socket to an OutboundError, with the original error as its cause. */
export const toOutboundError = (error: unknown): OutboundError => {
  if (error instanceof OutboundError) return error;
  const parser = error instanceof Error && error.name === 'HTTPParserError';
  const fault = parser ? 'bad-answer' : (ownEntry(FAULT_OF_CODE, codeOf(error)) ?? 'unreachable');
  return new OutboundError(fault, { cause: error });
};
