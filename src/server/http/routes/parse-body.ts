import type * as z from 'zod/mini';
import type { ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Error codes of invalid fields in account forms. Any other field makes the body invalid. */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = { email: 'email_invalid' };
const NEW_PASSWORD_FIELDS: ReadonlySet<string> = new Set(['password', 'next']);

const codeOf = ({ code, path, ...rest }: z.core.$ZodIssue): ErrorCode => {
  const field = String(path[0]);
  const isText = code !== 'invalid_type';
  const tooShort = code === 'too_small' && 'minimum' in rest && Number(rest.minimum) > 1;
  if (tooShort && NEW_PASSWORD_FIELDS.has(field)) return 'password_short';
  return (isText ? ownEntry(FIELD_CODES, field) : undefined) ?? 'body_invalid';
};

export type ParsedBody<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly code: ErrorCode };

/** Validates a body against a schema. A malformed body is reported first, else the first invalid field. */
export const parseBody = <T>(schema: z.ZodMiniType<T>, body: unknown): ParsedBody<T> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, data: parsed.data };
  const codes = parsed.error.issues.map(codeOf);
  return { ok: false, code: codes.find((code) => code === 'body_invalid') ?? codes[0] ?? 'body_invalid' };
};
