import type { FileAddresses } from '../../mock-platforms/make-post.ts';
import type { MockDelivery } from '../../mock-platforms/mock-platform.ts';
import type { MockRendition } from '../../mock-platforms/post.ts';
import { digest, expiry, fileAddress, signatureOf } from '../../mock-platforms/signature.ts';

/** Where TikTok serves its files. */
export const TIKTOK_FILES: FileAddresses = {
  hosts: {
    video: 'v16-webapp-prime.tiktok.com',
    photo: 'p16-common-sign.tiktokcdn-us.com',
    audio: 'sf16-ies-music-va.tiktokcdn.com',
    provided: 'v16m.tiktokcdn.com',
  },
  pathOf: (kind, id, name) =>
    ({
      video: `/video/tos/useast2a/tos-useast2a-ve-stand/${id}-${name}/`,
      audio: `/obj/tos-useast2a-ve-music/${id}-${name}.mp3`,
      photo: `/tos-useast2a-i-stand/${id}-${name}~tplv-photomode-image.jpeg`,
    })[kind],
};

/** Returns the cookie value that a TikTok page sets. Its video URLs answer 403 without it. */
export const chainToken = (reading: number): string => `${digest(`token:${reading}`).slice(0, 22)}==`;

/** Types that the URLs of files state. */
const MIME_TYPES = { video: 'video_mp4', audio: 'audio_mpeg', captions: 'vtt', photo: null } as const;

/** Builds a file's URL as page load number `reading` would contain it. */
export const tiktokAddress = (file: MockRendition, reading: number): string => {
  const query = new URLSearchParams();
  query.set('a', '1988');
  const type = MIME_TYPES[file.kind];
  if (type !== null) query.set('mime_type', type);
  query.set('l', `20261120${String(reading).padStart(8, '0')}`);
  query.set(file.kind === 'photo' ? 'x-expires' : 'expire', String(expiry()));
  query.set(file.kind === 'photo' ? 'x-signature' : 'signature', signatureOf(file.path, reading));
  if (file.host.endsWith('.tiktok.com')) query.set('tk', 'tt_chain_token');
  return fileAddress(file, query);
};

/** TikTok's delivery network. */
export const tiktokDelivery: MockDelivery = {
  hosts:
    /(?:^|\.)(?:tiktokcdn(?:-us|-eu)?\.com|tiktokv\.(?:com|us|eu)|i?byteimg\.com|muscdn\.com)$|^v\d+[a-z]?-webapp[a-z0-9.-]*\.tiktok\.com$/,
  // It lies outside tiktok.com and needs no cookie, because a client must not send the cookie to another origin.
  sisterHost: 'v19m.tiktokcdn.com',
  headers: {},
  addressOf: tiktokAddress,
  readQuery: (query) => ({
    reading: Number(/^20261120(\d{8})$/.exec(query.get('l') ?? '')?.[1]),
    signature: query.get('signature') ?? query.get('x-signature') ?? '',
    derived: false,
  }),
  mayHave({ host, request }, file, reading) {
    if (!host.endsWith('.tiktok.com') || (file.kind !== 'video' && file.kind !== 'captions')) return true;
    const cookies = String(request.headers.cookie ?? '').split(/;\s*/);
    const fromTiktok = String(request.headers.referer ?? '').startsWith('https://www.tiktok.com/');
    return fromTiktok && cookies.includes(`tt_chain_token=${chainToken(reading)}`);
  },
};
