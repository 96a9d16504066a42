import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { toOutboundError } from './outbound-fault.ts';

type Controller = Dispatcher.DispatchController;
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The head of an answer with its body still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly body: Readable;
}

const BODY_BUFFER_BYTES = 64 * 1024;
const ignore = (): void => undefined;

/** An upstream body. Destroying it before its end closes the upstream connection at once. */
class UpstreamBody extends Readable {
  readonly #controller: Controller;
  #arrived = false;

  constructor(controller: Controller) {
    super({ highWaterMark: BODY_BUFFER_BYTES });
    this.#controller = controller;
    // Whoever gave the body up no longer listens; its late error must not end the process.
    this.on('error', ignore);
  }

  override _read(): void {
    this.#controller.resume();
  }

  finish(): void {
    this.#arrived = true;
    this.push(null);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.#arrived) this.#controller.abort(error ?? new Error('body not wanted'));
    // A fault in the same packet as the head would otherwise be told before the awaiting caller can listen.
    setImmediate(callback, error);
  }
}

const flatHeaders = (raw: RawHeaders): Record<string, string> => {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
};

/** One request on the wire: turns the client's callbacks into a promise of the answer's head, and a body. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #settle: PromiseWithResolvers<Answer>;
  readonly #onGone: () => void;
  #controller: Controller | null = null;
  #body: UpstreamBody | null = null;
  #stoppedBy: Error | null = null;

  /** `onGone` is called once the exchange needs no more watching: it failed, or its body is over. */
  constructor(onGone: () => void) {
    this.#onGone = onGone;
    this.#settle = Promise.withResolvers<Answer>();
    this.answer = this.#settle.promise;
  }

  /** Ends the exchange from our side, at whatever stage it is; the answer or its body fails with `reason` as it is. */
  stop(reason: Error): void {
    if (this.#stoppedBy !== null) return;
    this.#stoppedBy = reason;
    this.#settle.reject(reason);
    if (this.#body === null) {
      this.#onGone();
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
    body.once('close', this.#onGone);
    this.#body = body;
    const cookies = raw['set-cookie'] ?? [];
    this.#settle.resolve({
      status,
      headers: flatHeaders(raw),
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
    this.#onGone();
  }
}
