import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';

const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** An error answer, `application/problem+json` (RFC 9457). `detail` is the sentence a person reads. */
export const problemSchema = z.object({
  status: z.number(),
  code: z.enum(errorCodes),
  title: z.string(),
  detail: z.string(),
  /** Names this one answer; the server's log has a line with the same code. Tells nothing of visitor or link. */
  reference: z.optional(z.string()),
  /** Seconds until another try makes sense, where the platform said so. */
  retryAfter: z.optional(z.number()),
});
export type Problem = z.infer<typeof problemSchema>;
