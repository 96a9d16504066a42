// The service worker of the public pages: takes shared texts, and shows a page where the site cannot be reached. It caches nothing and passes
// every other request on, so an outdated one breaks nothing. A classic script, so it may contain no import or export. The server puts the
// offline page in front of it.
{
  interface WorkerScope {
    readonly offlinePage: { readonly html: string; readonly headers: Readonly<Record<string, string>> };
    /** `scope` is the address of the site with a slash at its end. */
    readonly registration: { readonly scope: string; unregister(): Promise<boolean> };
  }
  interface FetchEvent extends Event {
    readonly request: Request;
    respondWith(response: Promise<Response>): void;
  }
  const { offlinePage, registration } = globalThis as unknown as WorkerScope;
  const { scope } = registration;
  /** Fields of the last share, until the page has asked for them. */
  let shared: [name: string, text: string][] = [];

  const escaped = (text: string): string =>
    text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

  const takeShare = async (request: Request): Promise<Response> => {
    const isText = (field: [string, unknown]): field is [string, string] => typeof field[1] === 'string';
    // Another site may have sent a body that is no form.
    const form = await request.formData().catch(() => new FormData());
    shared = [...form].filter(isText);
    return Response.redirect(scope, 303);
  };

  /** Moves a share that no page has taken into the offline page, which posts it again. A browser soon stops an idle worker. */
  const showOffline = (): Response => {
    const fields = shared.map(
      ([name, text]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(text)}">`,
    );
    shared = [];
    const html = offlinePage.html.replace('<!--shared-->', () => fields.join(''));
    return new Response(html, { status: 503, headers: offlinePage.headers });
  };

  const openPage = async (request: Request): Promise<Response> => {
    try {
      const response = await fetch(request);
      if (response.status !== 401) return response;
      // A proxy in front of the site asks for a password. Browsers may ask a visitor only without a worker between them.
      await registration.unregister();
      return Response.redirect(request.url);
    } catch {
      return showOffline();
    }
  };

  addEventListener('fetch', (event) => {
    const navigation = event as FetchEvent;
    const { request } = navigation;
    const path = request.url.slice(scope.length);
    if (request.mode !== 'navigate' || /^(?:api|admin)\b/.test(path)) return;
    if (request.method === 'POST' && path === 'share') navigation.respondWith(takeShare(request));
    else if (request.method === 'GET') navigation.respondWith(openPage(request));
  });
  addEventListener('message', (event) => {
    (event as MessageEvent).ports[0]?.postMessage(shared.map(([, text]) => text));
    shared = [];
  });
}
