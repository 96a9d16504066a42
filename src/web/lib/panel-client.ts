import * as z from 'zod/mini';
import { panelFrame } from '#messages/panel-frame.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { sitePath } from '#shared/base-path.ts';
import { type Problem, problemSchema } from '#shared/contract/problem.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { text } from '#shared/messages/text.ts';
import { parseJson } from '#shared/parse-json.ts';

/**
 * Failed call to the admin API. `code` is the server's, `unreachable` without a response of the server, or `sign_on_ended` if the sign-on
 * page of a proxy answered. `detail` is the sentence to show; `retryAfter` is in seconds.
 */
export interface PanelFailure {
  readonly ok: false;
  readonly code: ErrorCode | 'unreachable' | 'sign_on_ended';
  readonly detail: string;
  readonly retryAfter?: number;
  /** Response body, for error codes whose body holds more than the problem document. */
  readonly body?: unknown;
}
export type PanelResult<Value> = { readonly ok: true; readonly value: Value } | PanelFailure;

export interface PanelCall<Value> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, with the Blob's own content type. */
  readonly file?: Blob;
  /** Timeout in milliseconds; the default is 20 seconds, 120 with a `file`. */
  readonly timeoutMs?: number;
  /** Schema of the response body; without it the body is ignored. */
  readonly responseSchema?: z.ZodMiniType<Value>;
}

const CALL_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * Protects against cross-site requests: another site cannot send this header without a preflight, which the server
 * never answers.
 */
const CSRF_HEADER = { 'x-requested-with': 'savelet' };

const UNREACHABLE: PanelFailure = {
  ok: false,
  code: 'unreachable',
  detail: text(previewFlow, 'networkFetch'),
};
const SIGN_ON_ENDED: PanelFailure = {
  ok: false,
  code: 'sign_on_ended',
  detail: text(panelFrame, 'signOnEnded'),
};
const UNREADABLE: PanelFailure = { ok: false, code: 'internal', detail: text(previewFlow, 'internal') };

let hasSignOnEnded = false;

/**
 * Returns whether the sign-on page of a proxy in front of Savelet answered the last call. Calls succeed again only after the person has
 * signed in there.
 */
export const isSignOnEnded = (): boolean => hasSignOnEnded;

/** Returns whether the response comes from the sign-on of a proxy: a redirect, a page, or a refusal without a problem document. */
const isFromSignOn = ({ type, ok, status, headers }: Response, hasProblemDocument: boolean): boolean =>
  type === 'opaqueredirect' ||
  (ok && headers.get('content-type')?.startsWith('text/html') === true) ||
  (!hasProblemDocument && (status === 401 || status === 403));

function toFailure({ status }: Response, problem: Problem | undefined, body: unknown): PanelFailure {
  // A response without a problem document and with a status from 502 on comes from a proxy that cannot reach the server.
  if (problem === undefined)
    return status < 502
      ? UNREADABLE
      : { ok: false, code: 'unreachable', detail: text(panelFrame, 'unreachableTitle') };
  const { code, detail, retryAfter } = problem;
  return { ok: false, code, detail, body, ...(retryAfter !== undefined && { retryAfter }) };
}

const toRequestInit = ({ method = 'GET', body, file, timeoutMs }: PanelCall<unknown>): RequestInit => ({
  method,
  cache: 'no-store',
  // The API never redirects.
  redirect: 'manual',
  headers: {
    ...CSRF_HEADER,
    accept: 'application/json',
    ...(file !== undefined && { 'content-type': file.type }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  signal: AbortSignal.timeout(timeoutMs ?? (file === undefined ? CALL_TIMEOUT_MS : UPLOAD_TIMEOUT_MS)),
  ...(file !== undefined && { body: file }),
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Calls the admin API as the signed-in account. Never rejects: every failure is returned as a value. */
export async function callPanel<Value = undefined>(
  path: string,
  call: PanelCall<Value> = {},
): Promise<PanelResult<Value>> {
  try {
    const response = await fetch(sitePath(path), toRequestInit(call));
    // A truncated body is a network error, so text() may throw; a body that is not JSON is not a network error.
    const body = parseJson(await response.text());
    const problem = response.ok ? undefined : z.safeParse(problemSchema, body).data;
    hasSignOnEnded = isFromSignOn(response, problem !== undefined);
    if (hasSignOnEnded) return SIGN_ON_ENDED;
    if (!response.ok) return toFailure(response, problem, body);
    if (call.responseSchema === undefined) return { ok: true, value: undefined as Value };
    const read = z.safeParse(call.responseSchema, body);
    return read.success ? { ok: true, value: read.data } : UNREADABLE;
  } catch {
    return UNREACHABLE;
  }
}

/** Opens the event stream that announces which data the panel must fetch again. */
export const openAdminStream = (): EventSource => new EventSource(sitePath('/api/admin/live'));

/** Opens the event stream that announces changes of the access of the signed-in account, such as the approval of a waiting one. */
export const openAccessStream = (): EventSource => new EventSource(sitePath('/api/auth/live'));
