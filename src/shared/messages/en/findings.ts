import type { Finding } from '../../findings.ts';

/** What came back from a platform or a service, and (`.do`) what the owner can do about it. */
export const findings = {
  post: 'The post was read.',
  'post.do': 'Nothing to do.',
  login_wall: 'The platform sent its sign-in page instead of the post.',
  'login_wall.do':
    'It does so to addresses that it does not trust. Let the page requests out through a home line (OUTBOUND_PROXY), or set up a service with a key.',
  empty_page: 'The platform sent a page without the post.',
  'empty_page.do':
    'It does so to addresses with many requests. Wait an hour; if it stays, let the page requests out through another address (OUTBOUND_PROXY).',
  challenge: 'The platform sent a puzzle for people instead of the post.',
  'challenge.do':
    'Wait an hour; if it stays, let the page requests out through another address (OUTBOUND_PROXY). yt-dlp passes some of these puzzles.',
  limited: 'The platform says that this server sends too many requests.',
  'limited.do':
    'Wait. If it happens often, let the page requests out through another address (OUTBOUND_PROXY).',
  refused: "The platform refuses this server's address.",
  'refused.do':
    'Let the page requests out through another address (OUTBOUND_PROXY), or set up a service with a key.',
  region: "The platform does not show the post in this address's country.",
  'region.do': 'Let the page requests out through an address in another country (OUTBOUND_PROXY).',
  unreadable: 'The page came, but the post could not be found in it.',
  'unreadable.do':
    'The platform has probably changed its pages. Update Savelet and yt-dlp; until then, another engine may read them.',
  private: 'The platform says that the post is private.',
  'private.do':
    'If you can see it in a private window, the platform refuses this server: see the other findings.',
  gone: 'The platform says that the post does not exist.',
  'gone.do':
    'If you can see it in a private window, the platform refuses this server: see the other findings.',
  no_media: 'The post came without a file.',
  'no_media.do':
    'If the post has a video or a picture, the platform withholds it from this address: try another engine or OUTBOUND_PROXY.',
  unlisted_host: 'The files are on a server that is not on the list of delivery hosts.',
  'unlisted_host.do': 'If you trust it, add its name to MEDIA_HOSTS, and tell the developers.',
  no_network: 'The platform or the service could not be reached.',
  'no_network.do': "Check this server's network, its name server and its firewall.",
  proxy: 'The proxy does not answer, or rejects its user name or password.',
  'proxy.do': 'Check OUTBOUND_PROXY and whether the proxy runs.',
  proxy_budget: 'The reads through the proxy of this hour are used up.',
  'proxy_budget.do': 'Raise OUTBOUND_PROXY_PER_HOUR, or wait.',
  slow: 'Nothing came back in time.',
  'slow.do': "Check this server's network and, for yt-dlp, whether the machine is busy.",
  upstream_error: 'The platform or the service answered with an error of its own.',
  'upstream_error.do': 'Wait. Such errors usually end within the hour.',
  service_key: "The service rejects this server's key.",
  'service_key.do': 'Check the key and whether the service is subscribed to.',
  service_quota: "The service's quota is used up.",
  'service_quota.do': 'Wait for the next period, or choose a larger plan at the service.',
  service_answer: 'The service sent an answer that could not be read.',
  'service_answer.do': 'The service has probably changed. Try another service, and tell the developers.',
  program: 'The program could not read the post.',
  'program.do': 'Update yt-dlp: it is mended within days of a change of the platforms.',
  unsupported: 'This engine does not read this kind of link.',
  'unsupported.do': 'Nothing to do; other engines may.',
  fault: 'Savelet itself failed.',
  'fault.do': 'The log has a line with the details; tell the developers.',
} as const satisfies Record<`${Finding}${'' | '.do'}`, string>;
