type Fetch = typeof fetch;

/** Answer whose body may be read on. `at` is the position of its next byte in the file. */
interface Kept {
  at: number;
  readonly response: Response;
  readonly reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly stop: AbortController;
}

const startOf = (init: RequestInit | undefined): number =>
  Number(/^bytes=(\d+)-$/u.exec(new Headers(init?.headers).get('range') ?? '')?.[1]);

/**
 * Returns a `fetch` for one file and a reader that leaves an answer as soon as it has read far enough ahead, and asks for the bytes behind
 * it later. The next request goes on with the answer that was left, because each request costs a connection to the platform and the tab
 * memory. A request for other bytes ends that answer.
 */
export function keepConnection(send: Fetch): Fetch {
  let kept: Kept | null = null;
  const open = async (...[address, init]: Parameters<Fetch>): Promise<Kept | Response> => {
    kept?.stop.abort();
    kept = null;
    const stop = new AbortController();
    const response = await send(address, { ...init, signal: stop.signal });
    if (response.status !== 206 || response.body === null) return response;
    kept = { at: startOf(init), response, reader: response.body.getReader(), stop };
    return kept;
  };
  return async (address, init) => {
    const current = kept !== null && kept.at === startOf(init) ? kept : await open(address, init);
    if (current instanceof Response) return current;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const { done, value } = await current.reader.read().catch((error: unknown) => {
        // The next request must not go on with a broken answer.
        current.at = Number.NaN;
        throw error;
      });
      if (done) return controller.close();
      current.at += value.length;
      controller.enqueue(value);
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), current.response);
  };
}
