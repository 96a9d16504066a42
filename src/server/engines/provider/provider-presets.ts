import type {
  ErrorRule,
  ItemRule,
  ProviderDefinition,
  ReadingDefinition,
} from '#shared/contract/provider-definition.ts';
import type { ProviderPresetId } from '#shared/contract/provider-presets.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';

// The shapes of requests and answers come from public code of their clients; nobody has recorded them here. docs/providers.md
// says so to owners. Files are proven before they are offered, whatever an answer claims.

/** Headers of the gateway that many services are sold through. */
const GATEWAY_HEADERS = { 'x-rapidapi-key': '{key}', 'x-rapidapi-host': '{host}' };

const download: ReadingDefinition = {
  request: { method: 'POST', path: '/download', form: { url: '{url}' } },
  answer: { form: 'medias' },
};

const autolink: ReadingDefinition = {
  request: { method: 'POST', path: '/v1/social/autolink', json: { url: '{url}' } },
  // `author` is a display name.
  answer: { form: 'medias', username: ['unique_id', 'data.unique_id'] },
};

/** An item of Instagram's app: the pictures by size, and the versions of a clip. */
const appItem = {
  isClip: { at: 'media_type', is: [2] },
  thumbnail: ['image_versions2.candidates[0].url', 'thumbnail_url'],
  duration: 'video_duration',
  video: [{ each: 'video_versions[*]', url: 'url', width: 'width', height: 'height' }, { url: 'video_url' }],
  photo: [
    { each: 'image_versions2.candidates[*]', url: 'url', width: 'width', height: 'height' },
    { url: 'thumbnail_url' },
  ],
} satisfies ItemRule;

/** A node of Instagram's former GraphQL answers. */
const graphItem = {
  isClip: { at: 'is_video', is: [true] },
  thumbnail: 'display_url',
  width: 'dimensions.width',
  height: 'dimensions.height',
  duration: 'video_duration',
  video: [{ url: 'video_url', width: 'dimensions.width', height: 'dimensions.height' }],
  photo: [
    { url: 'display_url', width: 'dimensions.width', height: 'dimensions.height' },
    { each: 'display_resources[*]', url: 'src', width: 'config_width', height: 'config_height' },
  ],
} satisfies ItemRule;

const smvd: ReadingDefinition = {
  request: { method: 'GET', path: '/smvd/get/{platform}', query: { url: '{url}' } },
  answer: {
    form: 'list',
    errors: [{ at: 'success', is: [false], means: 'message' }],
    message: ['message', 'error'],
    caption: 'title',
    thumbnail: 'picture',
    each: 'links[*]',
    url: ['link', 'url'],
    type: 'type',
    quality: 'quality',
  },
};

/** Payment is due: the balance of calls that were paid for is used up. */
const BALANCE: ErrorRule = { status: [402], means: 'quota' };

/** Definition of each preset. */
export const PROVIDER_PRESETS: Readonly<Record<ProviderPresetId, ProviderDefinition>> = {
  download: {
    name: 'POST /download',
    key: 'optional',
    headers: GATEWAY_HEADERS,
    fileHosts: [],
    ownFiles: false,
    platforms: byPlatform(() => download),
  },
  autolink: {
    name: 'autolink',
    key: 'optional',
    headers: GATEWAY_HEADERS,
    fileHosts: [],
    ownFiles: true,
    platforms: byPlatform(() => autolink),
  },
  index: {
    name: 'index',
    key: 'optional',
    headers: GATEWAY_HEADERS,
    fileHosts: [],
    ownFiles: true,
    platforms: {
      instagram: {
        request: { method: 'GET', path: '/index', query: { url: '{url}' } },
        answer: { form: 'medias' },
      },
      tiktok: {
        request: { method: 'GET', path: '/vid/index', query: { url: '{url}' } },
        answer: {
          form: 'items',
          errors: [{ at: ['error', 'message'], exists: true, means: 'message' }],
          message: ['message', 'error'],
          username: 'author[0]',
          caption: ['description[0]', 'title'],
          thumbnail: 'cover[0]',
          items: [{ video: [{ each: 'video[*]', url: '@' }], audio: [{ url: 'music[0]' }] }],
        },
      },
    },
  },
  smvd: {
    name: 'smvd',
    key: 'optional',
    headers: GATEWAY_HEADERS,
    fileHosts: [],
    ownFiles: true,
    platforms: byPlatform(() => smvd),
  },
  'media-data': {
    name: 'get_media_data',
    key: 'optional',
    headers: GATEWAY_HEADERS,
    fileHosts: [],
    ownFiles: false,
    platforms: {
      instagram: {
        request: {
          method: 'GET',
          path: '/get_media_data.php',
          query: { reel_post_code_or_url: '{url}', type: 'reel' },
        },
        answer: {
          form: 'items',
          errors: [
            { at: ['owner.is_private', 'is_private'], is: [true], means: 'private' },
            { at: ['error', 'message'], exists: true, means: 'message' },
          ],
          message: ['message', 'error'],
          id: 'shortcode',
          username: 'owner.username',
          caption: 'edge_media_to_caption.edges[0].node.text',
          thumbnail: 'display_url',
          duration: 'video_duration',
          items: [
            { ...graphItem, each: 'edge_sidecar_to_children.edges[*].node' },
            { ...graphItem, unless: 'edge_sidecar_to_children.edges[0]' },
          ],
        },
      },
    },
  },
  tikwm: {
    name: 'tikwm',
    key: 'optional',
    headers: GATEWAY_HEADERS,
    fileHosts: ['tikwm.com'],
    ownFiles: true,
    platforms: {
      tiktok: {
        request: { method: 'GET', path: '/api/', query: { url: '{url}', hd: 1 } },
        answer: {
          form: 'items',
          errors: [
            { at: 'msg', contains: ['limit'], means: 'limited' },
            { at: 'msg', contains: ['parsing is failed', 'check url'], means: 'gone' },
            { at: 'code', isNot: [0], means: 'message' },
          ],
          message: 'msg',
          post: 'data',
          id: 'id',
          username: 'author.unique_id',
          caption: 'title',
          thumbnail: 'cover',
          duration: 'duration',
          items: [
            { each: 'images[*]', photo: [{ url: '@' }] },
            { when: 'images[0]', audio: [{ url: ['music', 'music_info.play'], extension: 'mp3' }] },
            {
              unless: 'images[0]',
              video: [
                { url: 'hdplay', label: 'hd', size: 'hd_size' },
                { url: 'play', label: 'no watermark', size: 'size' },
                { url: 'wmplay', label: 'watermark', size: 'wm_size', watermarked: true },
              ],
              audio: [{ url: ['music', 'music_info.play'], extension: 'mp3' }],
            },
          ],
        },
      },
    },
  },
  hiker: {
    name: 'HikerAPI',
    key: 'required',
    headers: { 'x-access-key': '{key}' },
    fileHosts: [],
    ownFiles: false,
    platforms: {
      instagram: {
        request: { method: 'GET', path: '/v1/media/by/code', query: { code: '{code}' } },
        answer: {
          form: 'items',
          errors: [
            BALANCE,
            { at: 'user.is_private', is: [true], means: 'private' },
            { at: 'exc_type', contains: ['private'], means: 'private' },
            { at: 'exc_type', contains: ['notfound'], means: 'gone' },
            { at: 'exc_type', contains: ['balance', 'payment', 'quota'], means: 'quota' },
            { at: 'detail', exists: true, means: 'message' },
          ],
          message: 'detail',
          id: 'code',
          username: 'user.username',
          caption: ['caption_text', 'caption.text'],
          thumbnail: ['image_versions2.candidates[0].url', 'thumbnail_url'],
          duration: 'video_duration',
          items: [
            { ...appItem, each: 'resources[*]' },
            { ...appItem, unless: 'resources[0]' },
          ],
        },
      },
    },
  },
  tikhub: {
    name: 'TikHub',
    key: 'required',
    headers: { authorization: 'Bearer {key}' },
    fileHosts: [],
    ownFiles: false,
    platforms: {
      tiktok: {
        request: {
          method: 'GET',
          path: '/api/v1/tiktok/app/v3/fetch_one_video',
          query: { aweme_id: '{id}' },
        },
        answer: {
          form: 'items',
          errors: [
            BALANCE,
            { status: [401, 403], means: 'key' },
            { at: ['detail.message', 'detail'], contains: ['balance', 'quota'], means: 'quota' },
            { at: 'code', isNot: [200], means: 'message' },
            { status: [200], at: 'data.aweme_detail', exists: false, means: 'gone' },
          ],
          message: ['detail.message', 'message', 'detail'],
          post: 'data.aweme_detail',
          id: 'aweme_id',
          username: 'author.unique_id',
          caption: 'desc',
          thumbnail: 'video.cover.url_list',
          duration: 'video.duration',
          milliseconds: true,
          items: [
            {
              each: 'image_post_info.images[*]',
              photo: [
                {
                  url: 'display_image.url_list',
                  width: 'display_image.width',
                  height: 'display_image.height',
                },
              ],
            },
            {
              when: 'image_post_info.images[0]',
              audio: [{ url: 'music.play_url.url_list', extension: 'mp3' }],
            },
            {
              unless: 'image_post_info.images[0]',
              thumbnail: 'video.cover.url_list',
              video: [
                {
                  each: 'video.bit_rate[*]',
                  url: 'play_addr.url_list',
                  width: 'play_addr.width',
                  height: 'play_addr.height',
                  size: 'play_addr.data_size',
                  bitrate: 'bit_rate',
                  codec: ['is_h265', 'is_bytevc1'],
                },
                {
                  url: 'video.play_addr.url_list',
                  width: 'video.play_addr.width',
                  height: 'video.play_addr.height',
                  size: 'video.play_addr.data_size',
                  codec: 'video.is_h265',
                },
              ],
              audio: [{ url: 'music.play_url.url_list', extension: 'mp3' }],
            },
          ],
        },
      },
    },
  },
};
