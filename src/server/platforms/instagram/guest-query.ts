import { DESKTOP_NAVIGATION } from '../reading/browser-headers.ts';
import { walkEmbeddedJson } from '../reading/embedded-json.ts';
import { shortListOf, textOf, valueAt } from '../reading/json-value.ts';
import { cookieHeaderOf, type Page, type PageRequest, pageCookies } from '../reading/read-page.ts';
import { pkOf } from './own-media.ts';

/** Cookies that Instagram gives a reader without an account. */
const GUEST_COOKIES = new Set(['csrftoken', 'datr', 'ig_did', 'ig_nrcb', 'mid']);
const TOKEN = /\["LSD",\[\],\{"token":"([\w-]{1,100})"/;
/** Matches the id of a preloader; the group is the name of the query for the data of a post's page. */
const QUERY_NAME = /^adp_(Polaris\w{0,80}Post\w{0,80}Query)RelayPreloader/;

const { 'sec-fetch-user': _user, 'upgrade-insecure-requests': _upgrade, ...OF_BROWSER } = DESKTOP_NAVIGATION;

/**
 * Finds the name and the id of the query that a page prepares for its post; null if there is none. The id changes with Instagram's
 * releases.
 */
async function findQuery(html: string): Promise<readonly [name: string, id: string] | null> {
  const found: [string, string][] = [];
  await walkEmbeddedJson(html, ['expectedPreloaders'], ({ key, value }) => {
    for (const preloader of key === 'expectedPreloaders' ? shortListOf(value) : []) {
      const name = QUERY_NAME.exec(textOf(valueAt(preloader, 'preloaderID')) ?? '')?.[1];
      const id = textOf(valueAt(preloader, 'queryID')) ?? '';
      if (name !== undefined && /^\d{1,24}$/.test(id)) found.push([name, id]);
    }
  });
  return found[0] ?? null;
}

/**
 * Creates the request by which a page without the post's data loads that data in a browser without an account. Uses the query, token and
 * cookies of the page. Returns null if the page lacks the query or the token.
 */
export async function guestQuery(page: Page, code: string): Promise<Omit<PageRequest, 'hosts'> | null> {
  const { text, url, setCookies } = page;
  const lsd = TOKEN.exec(text)?.[1];
  const query = lsd === undefined ? null : await findQuery(text);
  if (lsd === undefined || query === null) return null;
  const [name, id] = query;
  const cookies = pageCookies(setCookies, GUEST_COOKIES);
  const csrf = cookies.get('csrftoken');
  const body = {
    lsd,
    fb_api_req_friendly_name: name,
    variables: JSON.stringify({ media_id: pkOf(code) }),
    doc_id: id,
  };
  return {
    url: new URL('/api/graphql', url).href,
    method: 'POST',
    headers: {
      ...OF_BROWSER,
      accept: '*/*',
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-origin',
      ...cookieHeaderOf(cookies),
      'content-type': 'application/x-www-form-urlencoded',
      origin: url.origin,
      referer: url.href,
      ...(csrf === undefined ? {} : { 'x-csrftoken': csrf }),
      'x-fb-friendly-name': name,
      'x-fb-lsd': lsd,
      // Numbers of Instagram's web app and of its request library.
      'x-ig-app-id': '936619743392459',
      'x-asbd-id': '359341',
    },
    body: new URLSearchParams(body).toString(),
    redirects: 0,
  };
}
