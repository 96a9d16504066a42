import type { FastifySchemaValidationError } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { signUpSchema } from '#shared/contract/account.ts';
import { checkRequestSchema } from '#shared/contract/check.ts';
import { codeOfInvalidRequest } from './invalid-request.ts';

/** Returns the code for data that does not match a schema, as the server determines it. */
const codeFor = (schema: z.ZodMiniType, data: unknown, validationContext: 'body' | 'params' = 'body') => {
  const { error } = validatorCompiler({ schema, method: 'POST', url: '/' })(data) as {
    readonly error?: FastifySchemaValidationError[];
  };
  return error === undefined ? null : codeOfInvalidRequest({ validation: error, validationContext });
};

const PERSON = { name: 'Ann', email: 'ann@mail.example', password: 'blue kettle 42' };

it.each([
  [{ ...PERSON, email: 'ann' }, 'email_invalid'],
  [{ ...PERSON, email: 5 }, 'body_invalid'],
  [{ ...PERSON, password: 'blue' }, 'password_short'],
  [{ ...PERSON, email: 'ann', password: 'blue' }, 'email_invalid'],
  [{ ...PERSON, email: 'ann', name: '' }, 'body_invalid'],
  [{ ...PERSON, name: 'A\u200bnn' }, 'name_invalid'],
  [{ ...PERSON, role: 'owner' }, 'body_invalid'],
  [null, 'body_invalid'],
  [PERSON, null],
])('answers the sign-up %j with %s', (body, code) => {
  expect(codeFor(signUpSchema, body)).toBe(code);
});

it.each([
  [{ url: 5 }, 'link_invalid'],
  [{ url: 5, engine: 'all' }, 'body_invalid'],
])('answers the link %j with %s', (body, code) => {
  expect(codeFor(checkRequestSchema, body)).toBe(code);
});

it('answers a malformed name in the path with the code of an unknown one', () => {
  const digits = z.string().check(z.regex(/^\d+$/));
  expect(codeFor(z.object({ revision: digits }), { revision: 'x' }, 'params')).toBe('revision_unknown');
  expect(codeFor(z.object({ hash: digits }), { hash: 'x' }, 'params')).toBe('logo_unknown');
  expect(codeFor(z.object({ other: digits }), { other: 'x' }, 'params')).toBe('route_unknown');
});
