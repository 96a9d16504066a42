import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';

const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** Error response, `application/problem+json` (RFC 9457). `detail` is the sentence to show to a person. */
export const problemSchema = z.object({
  status: z.number(),
  code: z.enum(errorCodes),
  title: z.string(),
  detail: z.string(),
  /** Why the post could not be fetched, where `code` leaves that open: a FailureReason (failures.ts). */
  reason: z.optional(z.string()),
  /** Identifies this response in the server's log. Reveals nothing about the visitor or the link. */
  reference: z.optional(z.string()),
  /** Seconds until a retry makes sense; absent if unknown. */
  retryAfter: z.optional(z.number()),
  /**
   * True if the visitor's network has reached its limit, so that `retryAfter` holds for every link and not only for links of the same
   * platform.
   */
  ownLimit: z.optional(z.boolean()),
});
export type Problem = z.infer<typeof problemSchema>;
