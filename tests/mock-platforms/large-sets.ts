import {
  DELIVERY_HOSTS,
  filmItem,
  instagramPost,
  type Maker,
  pictureItem,
  rendition,
  tiktokPost,
} from './make-post.ts';
import { generatedFilm, numbered } from './media-body.ts';
import type { MockItem, MockPost, MockRendition } from './post.ts';

/** Number of different pictures in the sample set. */
const MOTIFS = 5;
const CLIP_BYTES = 70 * 1024 * 1024;

/**
 * Creates a picture with bytes that no other picture of its set has, so that a file saved twice or under a wrong name
 * is detected.
 */
const ownPicture = (maker: Maker, index: number): MockItem => {
  const item = pictureItem(maker, (index % MOTIFS) + 1, index + 1);
  const [photo] = item.renditions;
  if (photo?.smaller == null) throw new Error('a picture has a smaller version');
  const own: MockRendition = { ...photo, body: numbered(photo.smaller, index + 1) };
  return { ...item, cover: own, renditions: [own], provided: [own] };
};

const pictures = (maker: Maker, count: number): MockItem[] =>
  Array.from({ length: count }, (_, index) => ownPicture(maker, index));

/** Creates a clip too large for the built-in samples, of a size of which two fit into one ZIP and three do not. */
const largeClip = (maker: Maker, item: number): MockItem => {
  const body = generatedFilm(`clip-${item}-of-${maker.id}`, CLIP_BYTES);
  const clip = rendition(maker, 'video', `${item}-720p`, body, {
    quality: '720p',
    width: 720,
    height: 1280,
    bitrate: 70_000_000,
  });
  const host = DELIVERY_HOSTS[maker.platform].provided;
  const offered = { ...clip, host, quality: 'hd', path: clip.path.replace(/(\.mp4|\/)$/, '-p$1') };
  return filmItem(maker, [clip], item, [offered]);
};

const makeSets = (): MockPost[] => {
  const twenty: Maker = { platform: 'instagram', id: 'DMocksTwen1' };
  const many: Maker = { platform: 'tiktok', id: '7400000000000000045' };
  const clips: Maker = { platform: 'instagram', id: 'DMocksClip3' };
  return [
    instagramPost(twenty.id, { name: 'instagram set of 20', kind: 'set', items: pictures(twenty, 20) }),
    tiktokPost(many.id, { name: 'tiktok set of 45', kind: 'pictures', items: pictures(many, 45) }),
    instagramPost(clips.id, {
      name: 'instagram set of large clips',
      kind: 'mixed',
      items: [1, 2, 3].map((item) => largeClip(clips, item)),
    }),
  ];
};

/** Sets with more files, or more bytes, than a browser accepts from one click. */
export const mockLargeSets: readonly MockPost[] = makeSets();
