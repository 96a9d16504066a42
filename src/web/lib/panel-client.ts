import * as z from 'zod/mini';
import { type Problem, problemSchema } from '#shared/contract/problem.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { MESSAGES } from '#shared/messages.ts';

/** Why a call did not do what it should. `detail` is the sentence to show, `retryAfter` in seconds. */
export interface PanelFailure {
  readonly ok: false;
  readonly code: ErrorCode | 'unreachable';
  readonly detail: string;
  readonly retryAfter?: number;
  /** The answer's body, for the codes that carry more than the problem. */
  readonly body?: unknown;
}
export type PanelAnswer<Value> = { readonly ok: true; readonly value: Value } | PanelFailure;

export interface PanelCall<Value> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its own type. */
  readonly file?: Blob;
  /** How long the answer may take, milliseconds; else what such calls take. */
  readonly timeoutMs?: number;
  /** What the answer's body must be; without it the body is not read. */
  readonly answer?: z.ZodMiniType<Value>;
}

const CALL_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 120_000;

/** Other sites cannot send it without a preflight, which the server never answers (facts/security 5.3). */
const OWN_CALL = { 'x-requested-with': 'savelet' };

const UNREACHABLE: PanelFailure = { ok: false, code: 'unreachable', detail: MESSAGES.networkFetch };
const UNREADABLE: PanelFailure = { ok: false, code: 'internal', detail: MESSAGES.internal };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function failureOf(problem: Problem | undefined, body: unknown): PanelFailure {
  if (problem === undefined) return UNREADABLE;
  const { code, detail, retryAfter } = problem;
  return { ok: false, code, detail, body, ...(retryAfter !== undefined && { retryAfter }) };
}

const requestOf = ({ method = 'GET', body, file, timeoutMs }: PanelCall<unknown>): RequestInit => ({
  method,
  cache: 'no-store',
  headers: {
    ...OWN_CALL,
    accept: 'application/json',
    ...(file !== undefined && { 'content-type': file.type }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  signal: AbortSignal.timeout(timeoutMs ?? (file === undefined ? CALL_TIMEOUT_MS : UPLOAD_TIMEOUT_MS)),
  ...(file !== undefined && { body: file }),
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Calls our server as the signed-in account. Never rejects: every way it can go wrong is a value. */
export async function callPanel<Value = undefined>(
  path: string,
  call: PanelCall<Value> = {},
): Promise<PanelAnswer<Value>> {
  try {
    const response = await fetch(path, requestOf(call));
    // A body that breaks off is the network's fault and throws; one that is no JSON is not.
    const body = parseJson(await response.text());
    if (!response.ok) return failureOf(z.safeParse(problemSchema, body).data, body);
    if (call.answer === undefined) return { ok: true, value: undefined as Value };
    const read = z.safeParse(call.answer, body);
    return read.success ? { ok: true, value: read.data } : UNREADABLE;
  } catch {
    return UNREACHABLE;
  }
}

/** Opens the stream that says what the panel must ask for again. */
export const openAdminStream = (): EventSource => new EventSource('/api/admin/live');
