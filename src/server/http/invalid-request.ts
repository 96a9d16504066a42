import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { ErrorCode } from '#shared/errors.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Error code of each path parameter. A malformed value is answered like a well-formed one that does not exist. */
const PARAMETER_CODES: Readonly<Record<string, ErrorCode>> = {
  revision: 'revision_unknown',
  hash: 'logo_unknown',
  icon: 'logo_unknown',
};
const NEW_PASSWORD_FIELDS: ReadonlySet<string> = new Set(['password', 'next']);

/** Returns the error code of one invalid field. `keyword` is the code of zod's issue. */
const codeOfField = ({ keyword, instancePath, params }: FastifySchemaValidationError): ErrorCode => {
  const field = instancePath.split('/')[1];
  // A link of the wrong type or length is reported as an invalid link, which users understand.
  if (field === 'url') return 'link_invalid';
  if (field === 'name' && keyword === 'custom') return 'name_invalid';
  if (field === 'email' && keyword !== 'invalid_type') return 'email_invalid';
  const isTooShort = keyword === 'too_small' && Number(params['minimum']) > 1;
  return isTooShort && NEW_PASSWORD_FIELDS.has(field ?? '') ? 'password_short' : 'body_invalid';
};

/**
 * Returns the error code of a request that does not match its route's schema. An invalid path parameter gets the code of a value that does
 * not exist. Otherwise, returns `body_invalid` if any field has that code, else the code of the first invalid field.
 */
export const codeOfInvalidRequest = ({
  validation = [],
  validationContext,
}: Pick<FastifyError, 'validation' | 'validationContext'>): ErrorCode => {
  if (validationContext === 'params')
    return ownEntry(PARAMETER_CODES, validation[0]?.instancePath.slice(1) ?? '') ?? 'route_unknown';
  const codes = validation.map(codeOfField);
  return codes.find((code) => code === 'body_invalid') ?? codes[0] ?? 'body_invalid';
};
