import type { FileAddresses } from '../../mock-platforms/make-post.ts';
import type { MockDelivery } from '../../mock-platforms/mock-platform.ts';
import type { MockRendition } from '../../mock-platforms/post.ts';
import { expiry, fileAddress, signatureOf } from '../../mock-platforms/signature.ts';

/** Where Instagram serves its files. */
export const INSTAGRAM_FILES: FileAddresses = {
  hosts: {
    video: 'scontent.cdninstagram.com',
    photo: 'instagram.fstd1-1.fna.fbcdn.net',
    audio: 'instagram.fstd1-2.fna.fbcdn.net',
    provided: 'scontent-std1-1.cdninstagram.com',
  },
  pathOf: (kind, id, name) =>
    ({
      video: `/o1/v/t2/f2/m86/${id}_${name}.mp4`,
      audio: `/o1/v/t2/f2/m69/${id}_${name}.m4a`,
      photo: `/v/t51.82787-15/${id}_${name}_n.jpg`,
    })[kind],
};

/** Returns the encoding hints that Instagram packs into a progressive film's URL. */
const encodingHints = (width: number, seconds: number): string =>
  Buffer.from(
    JSON.stringify({
      vencode_tag: `xpv_progressive.INSTAGRAM.CLIPS.C3.${width}.dash_baseline_1_v1`,
      duration_s: seconds,
    }),
  ).toString('base64url');

/** Builds a file's URL as page load number `reading` would contain it; `stp` selects a version of a picture. */
export const instagramAddress = (file: MockRendition, reading: number, stp = 'dst-jpg_e35_tt6'): string => {
  const query = new URLSearchParams();
  if (file.kind === 'photo') query.set('stp', stp);
  if (file.kind === 'video' && file.audioAvailable) query.set('efg', encodingHints(file.width ?? 720, 8));
  query.set('_nc_cat', '104');
  query.set('_nc_ht', file.host);
  query.set('_nc_gid', `mock${reading}`);
  query.set('oh', `00_${signatureOf(file.path, reading)}`);
  query.set('oe', expiry().toString(16).toUpperCase());
  return fileAddress(file, query);
};

/** Instagram's delivery network. */
export const instagramDelivery: MockDelivery = {
  hosts: /(?:^|\.)(?:cdninstagram\.com|fbcdn\.net)$/,
  sisterHost: 'sister.cdninstagram.com',
  headers: { 'cross-origin-resource-policy': 'same-origin' },
  addressOf: (file, reading) => instagramAddress(file, reading),
  readQuery: (query) => ({
    reading: Number(/^mock(\d+)$/.exec(query.get('_nc_gid') ?? '')?.[1]),
    signature: query.get('oh')?.replace(/^00_/, '') ?? '',
    derived: /_[sp]\d+x\d+|^c\d/.test(query.get('stp') ?? ''),
  }),
};
