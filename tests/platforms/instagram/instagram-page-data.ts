/** Data in the shapes of Instagram's public pages, with an invented person. */
import { prefetchedBlock } from '../../prefetched-block.ts';

export const CODE = 'Cq7_Tern-01';
export const CDN = 'https://scontent.cdninstagram.com/v';
export const POST_ROUTE = 'comet.igweb.PolarisLoggedOutDesktopWWWPostRoute';

export const route = (name: string) => ({ canonicalRouteName: name });
export const polaris = (media: unknown, code = CODE) =>
  prefetchedBlock({ xig_polaris_media: { code, if_not_gated_logged_out: media } });
const efg = (tag: string, seconds: number) =>
  Buffer.from(JSON.stringify({ vencode_tag: tag, duration_s: seconds })).toString('base64url');
const clipAddress = (name: string, query = '') =>
  `${CDN}/${name}.mp4?efg=${efg('xpv_progressive.INSTAGRAM.CLIPS.C3.720.dash_baseline_1_v1', 31)}${query}`;
export const clip = (over: object = {}) => ({
  code: CODE,
  media_type: 2,
  original_width: 1080,
  original_height: 1920,
  user: { username: 'heron.marsh' },
  caption: { text: 'Low tide & wind' },
  display_uri: `${CDN}/cover.jpg?stp=dst-jpg_e35_s640x640_tt6`,
  has_audio: true,
  video_versions: [
    { type: 101, url: clipAddress('reel') },
    { type: 102, url: clipAddress('reel', '&oh=2') },
    { type: 103, url: clipAddress('reel', '&oh=3') },
  ],
  ...over,
});
export const photo = (over: object = {}) => ({
  code: CODE,
  media_type: 1,
  original_width: 1440,
  original_height: 1080,
  user: { username: 'heron.marsh' },
  caption: null,
  display_uri: `${CDN}/shore.jpg?stp=dst-jpg_e35_s640x640_tt6`,
  image_versions2: {
    candidates: [
      { url: `${CDN}/shore.jpg?stp=c180.0.1080.1080a_dst-jpg_e35_s640x640_tt6` },
      { url: `${CDN}/shore.jpg?stp=dst-jpg_e35_p720x720_tt6` },
      { url: `${CDN}/shore.jpg?stp=dst-jpg_e35_tt6` },
    ],
  },
  ...over,
});
export const manifest = `<?xml version="1.0"?><MPD mediaPresentationDuration="PT0H1M2.500S"><Period>
 <AdaptationSet mimeType="video/mp4">
  <Representation codecs="avc1.640028" width="1080" height="1920" bandwidth="4000000" FBContentLength="900">
   <BaseURL>${CDN}/high.mp4?a=1&amp;b=2</BaseURL></Representation>
  <Representation codecs="avc1.4d401e" width="720" height="1280" bandwidth="1000000"><BaseURL>${CDN}/same.mp4</BaseURL></Representation>
  <Representation codecs="vp09.00.40" width="1440" height="2560" bandwidth="6000000"><BaseURL>${CDN}/vp9.mp4</BaseURL></Representation>
 </AdaptationSet>
 <AdaptationSet mimeType="audio/mp4"><Representation codecs="mp4a.40.5" bandwidth="64000"><BaseURL>${CDN}/sound.mp4</BaseURL></Representation></AdaptationSet>
</Period></MPD>`;
