import type { CheckFinding } from '../../contract/check.ts';

/**
 * Texts about a failure or a check for the owner, by cause: what a platform or a service answered and, under the key that ends with `.do`,
 * what the owner can do.
 */
export const failureAdvice = {
  post: 'The post was read.',
  'post.do': 'Nothing to do.',
  login_wall: 'The platform sent its sign-in page instead of the post.',
  'login_wall.do':
    'Platforms do this to addresses they do not trust. Send page requests through a home connection (OUTBOUND_PROXY), or set up a service with a key.',
  empty_page: 'The platform sent a page without the post.',
  'empty_page.do':
    'Platforms do this to addresses that send many requests. Wait an hour. If it continues, send page requests through another address (OUTBOUND_PROXY).',
  challenge: 'The platform sent a bot check instead of the post.',
  'challenge.do':
    'Wait an hour. If it continues, send page requests through another address (OUTBOUND_PROXY). yt-dlp passes some of these checks.',
  limited: 'The platform says this server sends too many requests.',
  'limited.do': 'Wait. If it happens often, send page requests through another address (OUTBOUND_PROXY).',
  refused: "The platform refuses this server's address.",
  'refused.do':
    'Send page requests through another address (OUTBOUND_PROXY), or set up a service with a key.',
  region: 'The platform does not show this post in the country the request came from.',
  'region.do': 'Send page requests through an address in another country (OUTBOUND_PROXY).',
  unreadable: 'The page arrived, but no post was found in it.',
  'unreadable.do':
    'The platform has probably changed its pages. Update Savelet and yt-dlp. Until then, another engine may still work.',
  private: 'The platform says this post is private.',
  'private.do':
    'If you can see it in a private browser window, the platform refuses this server. Its other failures may say why.',
  gone: 'The platform says this post does not exist.',
  'gone.do':
    'If you can see it in a private browser window, the platform refuses this server. Its other failures may say why.',
  no_media: 'The post arrived without its files.',
  'no_media.do':
    'If the post has a video or a photo, the platform withholds it from this address. Try another engine or OUTBOUND_PROXY.',
  files_refused: 'The post was read, but its files are refused to this server.',
  'files_refused.do':
    'Wait an hour. If it continues, fetch files through another address (MEDIA_PROXY), or try another engine.',
  unlisted_host: 'The files are on a host that is not a known delivery host.',
  'unlisted_host.do': 'If you trust it, add its name to MEDIA_HOSTS, and tell the developers.',
  no_network: 'The platform or the service could not be reached.',
  'no_network.do': "Check this server's network, DNS and firewall.",
  proxy: 'The proxy did not answer, or rejected its user name or password.',
  'proxy.do': 'Check OUTBOUND_PROXY, and that the proxy is running.',
  proxy_budget: "This hour's reads through the proxy are used up.",
  'proxy_budget.do': 'Wait, or raise OUTBOUND_PROXY_PER_HOUR.',
  slow: 'No answer came in time.',
  'slow.do': "Check this server's network and, for yt-dlp, whether the machine is busy.",
  upstream_error: 'The platform or the service answered with an error of its own.',
  'upstream_error.do': 'Wait. Such errors usually end within an hour.',
  service_key: "The service rejected this server's key.",
  'service_key.do': 'Check the key, and that your subscription to the service is active.',
  service_quota: "The service's quota is used up.",
  'service_quota.do': 'Wait until it renews, or choose a larger plan at the service.',
  service_answer: 'The service sent an answer that could not be read.',
  'service_answer.do': 'The service has probably changed. Try another service, and tell the developers.',
  program: 'The program could not read the post.',
  'program.do': 'Update yt-dlp. It usually follows a change on a platform within days.',
  unsupported: 'This engine does not read this kind of link.',
  'unsupported.do': 'Nothing to do. Other engines may read it.',
  fault: 'Savelet itself failed.',
  'fault.do': 'The log has the details. Tell the developers.',
} as const satisfies Record<`${CheckFinding}${'' | '.do'}`, string>;
