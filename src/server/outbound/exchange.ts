import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type MediaBody, toOutboundError } from './outbound-client.ts';

type Controller = Dispatcher.DispatchController;
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Status and headers of a response, with a body that is still to be read. */
export interface UpstreamResponse<Body = UpstreamBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly body: Body;
}

const BODY_BUFFER_BYTES = 64 * 1024;
const ignore = (): void => undefined;

/** Body of an upstream response. Destroying it before its end closes the upstream connection immediately. */
export class UpstreamBody extends Readable implements MediaBody {
  readonly #controller: Controller;
  #arrived = false;

  constructor(controller: Controller) {
    super({ highWaterMark: BODY_BUFFER_BYTES });
    this.#controller = controller;
    // A consumer that has abandoned the body has no error listener; a late error must not end the process.
    this.on('error', ignore);
  }

  override _read(): void {
    this.#controller.resume();
  }

  /** Does nothing: each chunk has memory of its own. */
  release(): void {}

  finish(): void {
    this.#arrived = true;
    this.push(null);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.#arrived) this.#controller.abort(error ?? new Error('the body was discarded'));
    // An error in the same packet as the headers would otherwise be emitted before the awaiting caller can add a listener.
    setImmediate(callback, error);
  }
}

const joinHeaders = (raw: RawHeaders): Record<string, string> => {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
};

/** Converts the callbacks of undici for one request into a promise of the response headers and a body stream. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<UpstreamResponse>;
  readonly #settle: PromiseWithResolvers<UpstreamResponse>;
  readonly #onFinished: () => void;
  #controller: Controller | null = null;
  #body: UpstreamBody | null = null;
  #stoppedBy: Error | null = null;

  /** Creates an exchange that calls `onFinished` when it fails or when its body closes. */
  constructor(onFinished: () => void) {
    this.#onFinished = onFinished;
    this.#settle = Promise.withResolvers<UpstreamResponse>();
    this.response = this.#settle.promise;
  }

  /** Aborts the exchange at any stage. The pending response, or the body if it has begun, fails with `reason` itself. */
  stop(reason: Error): void {
    if (this.#stoppedBy !== null) return;
    this.#stoppedBy = reason;
    this.#settle.reject(reason);
    if (this.#body === null) {
      this.#onFinished();
      this.#controller?.abort(reason);
    } else {
      this.#body.destroy(reason);
    }
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#stoppedBy !== null) controller.abort(this.#stoppedBy);
  }

  onResponseStart(controller: Controller, status: number, raw: RawHeaders): void {
    if (status < 200) return;
    const body = new UpstreamBody(controller);
    body.once('close', this.#onFinished);
    this.#body = body;
    const cookies = raw['set-cookie'] ?? [];
    this.#settle.resolve({
      status,
      headers: joinHeaders(raw),
      setCookies: Array.isArray(cookies) ? cookies : [cookies],
      body,
    });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.finish();
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    if (this.#body !== null) {
      this.#body.destroy(this.#stoppedBy ?? toOutboundError(error));
      return;
    }
    this.#settle.reject(this.#stoppedBy ?? toOutboundError(error));
    this.#onFinished();
  }
}
