/** Body of every response with media below. */
export const FILE = Buffer.from('media '.repeat(500), 'latin1');
const LENGTH = `content-length: ${FILE.length}`;
const CHUNKED = [`${FILE.length.toString(16)}\r\n`, FILE.toString('latin1'), '\r\n0\r\n\r\n'].join('');

/** Response as a server sends it. `body` differs from the file where the head says how it is coded. */
export interface Sent {
  readonly name: string;
  readonly head: readonly string[];
  readonly body?: string;
}

/** Header fields that the delivery networks send with each file, with invented values. */
const META_FIELDS = [
  'x-robots-tag: noarchive, noindex',
  'cache-control: max-age=1209600, no-transform',
  'timing-allow-origin: *',
  'cross-origin-resource-policy: cross-origin',
  'x-fb-ptm-uuid: 0123456789ABCDEF0123456789ABCDEF',
  'x-fb-connection-quality: EXCELLENT; q=0.9, rtt=14, rtx=0, c=17, mss=1380, tbw=4538, tp=-1, tpl=-1, uplat=26, ullat=0',
  'no-vary-search: key-order, params=("_nc_gid" "oh" "oe" "_nc_ohc" "_nc_cat" "_nc_ht")',
  'alt-svc: h3=":443"; ma=86400',
  'Connection: keep-alive',
];
const AKAMAI_FIELDS = [
  'Server: nginx',
  'X-Tos-Request-Id: 1a2b3c4d5e6f7a8b-c0ffee',
  'x-tt-trace-host: 01a1b2c3d4e5f60718293a4b5c6d7e8f9001a1b2c3d4e5f60718293a4b5c6d7e8f90',
  'X-Cache: TCP_HIT from a192-0-2-10.deploy.akamaitechnologies.com (AkamaiGHost/22.0.0.1-0123456789abcdef) (-)',
  'x-tt-trace-tag: id=16;cdn-cache=hit;type=static',
  'Server-Timing: cdn-cache; desc=HIT, edge; dur=2, origin; dur=54',
  'Server-Timing: inner; dur=49',
  'X-Origin-Response-Time: 54,192.0.2.10',
  'X-Parent-Response-Time: 56,192.0.2.11',
  'X-Akamai-Request-ID: 1a54172.2bcd',
  'Connection: keep-alive',
];

/**
 * Responses with media, in the shapes that recordings of the networks have. Names, ids and addresses are invented. No recording of
 * TikTok's media hosts was found; these rows have the fields that its other hosts send.
 */
export const MEDIA: readonly Sent[] = [
  {
    name: 'film of Meta',
    head: [
      'HTTP/1.1 200 OK',
      'content-type: video/mp4',
      'etag: 00112233445566778899aabbccddeeff',
      'vary: Origin',
      ...META_FIELDS,
      'accept-ranges: bytes',
      LENGTH,
    ],
  },
  {
    name: 'part of a film of Meta',
    head: [
      'HTTP/1.1 206 Partial Content',
      'content-type: video/mp4',
      ...META_FIELDS,
      `content-range: bytes 0-${FILE.length - 1}/4903539`,
      LENGTH,
    ],
  },
  {
    name: 'picture of Meta with an empty field',
    head: [
      'HTTP/1.1 200 OK',
      'content-type: image/jpeg',
      'content-digest: adler32=1234567890',
      'x-needle-checksum: 1234567890',
      'x-additional-error-detail: ',
      'x-crypto-project: 0',
      `x-fb-edge-debug: ${'aZ09_-'.repeat(17)}`,
      ...META_FIELDS,
      LENGTH,
    ],
  },
  {
    name: 'picture of Meta whose status has no reason',
    head: ['HTTP/1.1 200 ', 'x-everstore-unified-metadata: 1', 'content-type: image/webp', LENGTH],
  },
  {
    name: 'static picture of Meta with long policies',
    head: [
      'HTTP/1.1 200 OK',
      'report-to: {"max_age":21600,"endpoints":[{"url":"https:\\/\\/example.com\\/reports\\/"}],"group":"policy"}',
      `permissions-policy: ${Array.from({ length: 60 }, (_, at) => `feature-${at}=()`).join(', ')};report-to="policy"`,
      'content-type: image/webp',
      'content-md5: 0pwtLr86nofPquAMEB1A/A==',
      'origin-agent-cluster: ?1',
      LENGTH,
    ],
  },
  {
    name: 'audio of Meta with a file name, the connection closed',
    head: [
      'HTTP/1.1 200 OK',
      'content-type: video/mp4',
      'x-fb-config-version-olb-prod: 325',
      'content-disposition: attachment; filename=audioclip-1530000000000-640.mp4',
      'expires: Wed, 18 Jul 2018 07:34:47 GMT',
      'connection: close',
      LENGTH,
    ],
  },
  {
    name: 'film behind Akamai',
    head: ['HTTP/1.1 200 OK', 'Content-Type: video/mp4', 'Accept-Ranges: bytes', ...AKAMAI_FIELDS, LENGTH],
  },
  {
    name: 'part of a film behind Akamai',
    head: [
      'HTTP/1.1 206 Partial Content',
      'Content-Type: video/mp4',
      ...AKAMAI_FIELDS,
      `Content-Range: bytes 1-${FILE.length}/4903539`,
      LENGTH,
    ],
  },
  {
    name: 'picture behind Akamai',
    head: [
      'HTTP/1.1 200 OK',
      'Content-Type: image/webp',
      'X-Imagex-Extra: {"enc":{"h":1024,"w":576,"fmt":"webp"}}',
      ...AKAMAI_FIELDS,
      LENGTH,
    ],
  },
  {
    name: 'sound behind Akamai with repeated fields',
    head: [
      'HTTP/1.1 200 OK',
      'Content-Type: audio/mpeg',
      'X-EdgeConnect-MidMile-RTT: 1',
      'X-EdgeConnect-Origin-MEX-Latency: 311',
      'X-EdgeConnect-MidMile-RTT: 21',
      'X-EdgeConnect-Origin-MEX-Latency: 311',
      'Akamai-Mon-Iucid-Del: 550858',
      ...AKAMAI_FIELDS,
      LENGTH,
    ],
  },
  {
    name: 'film with cookies',
    head: [
      'HTTP/1.1 200 OK',
      'Content-Type: video/mp4',
      'Alt-Svc: h3-Q050=":443"; ma=93600,quic=":443"; ma=93600; v="46,43"',
      'Set-Cookie: ak_route=~op=Standard-East|~rv=90~m=Standard-East:0|~id=0; path=/; HttpOnly; Secure; SameSite=None',
      'Set-Cookie: _alid_=AAAA==; path=/i/clip.mp4/; domain=cdn.example.com',
      LENGTH,
    ],
  },
  {
    name: 'film of an object store',
    head: [
      'HTTP/1.1 200 OK',
      'x-amz-id-2: AAAA/bbbb+CCCC=',
      'ETag: "00112233445566778899aabbccddeeff"',
      'x-amz-version-id: AAAA.bbbb_CCCC',
      'Server: AmazonS3',
      'Content-Type: video/MP2T',
      'Connection: keep-alive',
      LENGTH,
    ],
  },
  {
    name: 'film of the server itself',
    head: [
      'HTTP/1.1 200 OK',
      'Server: AkamaiGHost',
      'Mime-Version: 1.0',
      'Content-Type: video/mp4',
      'Pragma: no-cache',
      'Cache-Control: no-store',
      'Connection: keep-alive',
      LENGTH,
    ],
  },
  {
    name: 'part of a film behind a chain of caches',
    head: [
      'HTTP/1.1 206 Partial Content',
      'Access-Control-Allow-Headers: range',
      'Age: 590634',
      'Content-MD5: AAAAAAAAAAAAAAAAAAAAAA==',
      `Content-Range: bytes 1-${FILE.length}/4903539`,
      'Content-Type: video/mp4',
      'via: CACHE30[5],CACHE26[0,TCP_HIT,1],CACHE103[0,TCP_HIT,11],CACHE102[84,TCP_MISS,103]',
      'x-amz-expiration: expiry-date="Sat, 22 Apr 2023 00:00:00 GMT", rule-id="rule-30Days"',
      'server-timing: cdn-cache;desc=HIT, edge;dur=5',
      'Connection: keep-alive',
      LENGTH,
    ],
  },
  {
    name: 'film with a stated keep-alive',
    head: [
      'HTTP/1.1 200 OK',
      'Content-Type: video/mp4',
      'Keep-Alive: timeout=60, max=100',
      'Connection: Keep-Alive',
      LENGTH,
    ],
  },
  {
    name: 'picture of 2013',
    head: [
      'HTTP/1.1 200 OK',
      'Content-Type: image/jpeg',
      LENGTH,
      'X-Backend: hs000.example',
      'X-BlockId: 10001',
      'X-Object-Type: PHOTO_OBJECT',
      'Connection: keep-alive',
    ],
  },
  {
    name: 'picture of 2011 with a misspelled Connection field',
    head: [
      'HTTP/1.1 200 OK',
      'X-Cnection: close',
      'Connection: keep-alive',
      LENGTH,
      'Last-Modified: Fri, 01 Jan 2010 00:00:00 GMT',
      'Content-Type: image/png',
    ],
  },
  {
    name: 'small moving picture',
    head: ['HTTP/1.1 200 OK', 'Content-Type: image/gif', 'Cache-Control: max-age=1209600', LENGTH],
  },
  {
    name: 'file of unknown type',
    head: ['HTTP/1.1 200 OK', 'Content-Type: application/octet-stream', 'Accept-Ranges: bytes', LENGTH],
  },
  {
    name: 'picture that is made while it is sent',
    head: [
      'HTTP/1.1 200 OK',
      'Content-Type: image/jpeg',
      'Vary: Accept-Encoding',
      'Transfer-Encoding: chunked',
    ],
    body: CHUNKED,
  },
];

/** Responses that are not for a media connection. The general client reads the same file from them. */
export const LEFT_BY_DESIGN: readonly Sent[] = [
  {
    name: 'chunks',
    head: ['HTTP/1.1 200 OK', 'Content-Type: video/mp4', 'Transfer-Encoding: chunked'],
    body: CHUNKED,
  },
  {
    name: 'chunks that the Connection field names',
    head: [
      'HTTP/1.1 206 Partial Content',
      'Transfer-Encoding: chunked',
      'Connection: keep-alive',
      'Connection: Transfer-Encoding',
    ],
    body: CHUNKED,
  },
  { name: 'a body until the connection closes', head: ['HTTP/1.1 200 OK', 'Connection: close'] },
  { name: 'HTTP/1.0', head: ['HTTP/1.0 200 OK', LENGTH] },
  { name: 'an interim response', head: ['HTTP/1.1 103 Early Hints', '', 'HTTP/1.1 200 OK', LENGTH] },
  { name: 'a letter outside ASCII', head: ['HTTP/1.1 200 OK', 'x-name: caf\xe9', LENGTH] },
];

/** Refusals and redirects, of which only the head counts. */
export const REFUSALS: readonly Sent[] = [
  {
    name: 'a signature that does not match',
    head: [
      'HTTP/1.1 403 Forbidden',
      'content-type: text/plain',
      'content-length: 22',
      'server: proxygen-bolt',
      'proxy-status: http_request_error; e_proxy="AAAA-bbbb_CCCC"',
      'alt-svc: h3=":443"; ma=86400',
    ],
    body: 'URL signature mismatch',
  },
  {
    name: 'access denied at the edge',
    head: [
      'HTTP/1.1 403 Forbidden',
      'Server: AkamaiGHost',
      'Mime-Version: 1.0',
      'Content-Type: text/html',
      'Content-Length: 2',
      'Connection: close',
    ],
    body: 'no',
  },
  {
    name: 'a file that is gone',
    head: ['HTTP/1.1 404 Not Found', 'Transfer-Encoding: chunked'],
    body: '0\r\n\r\n',
  },
  {
    name: 'a redirect',
    head: [
      'HTTP/1.1 302 Moved Temporarily',
      'Content-Length: 0',
      'Location: https://cdn.example.com/other.mp4',
      'Server: AkamaiGHost',
    ],
    body: '',
  },
];
