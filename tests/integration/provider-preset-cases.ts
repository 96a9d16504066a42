import type { MediaKind } from '../../src/shared/contract/content-type.ts';
import type { ProviderPresetId } from '../../src/shared/contract/provider-presets.ts';
import type { FailureCode } from '../../src/shared/errors.ts';

/** Response of a service. */
export interface PresetAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What an answer is made of: the id of the post, and addresses of files that can be downloaded. */
export interface PresetFiles {
  readonly id: string;
  readonly film: string;
  /** Returns the address of a picture by its place in the post, counted from 0. */
  readonly photo: (place: number) => string;
}

/** A post that a preset reads: what its service is asked, answers, and what the visitor gets. */
export interface PresetCase {
  /** Name of the mock post. */
  readonly post: string;
  readonly asks: {
    readonly method: 'GET' | 'POST';
    readonly path: (link: string, id: string) => string;
    readonly headers: (key: string) => Readonly<Record<string, string>>;
    readonly body?: (link: string) => string;
  };
  readonly answer: (files: PresetFiles) => PresetAnswer;
  readonly shows: {
    readonly kinds: readonly MediaKind[];
    readonly username: string;
    /** Labels of the first item's qualities. */
    readonly labels?: readonly string[];
  };
  readonly error: { readonly answer: PresetAnswer; readonly code: FailureCode };
  readonly quota: PresetAnswer;
}

const encoded = encodeURIComponent;
const gateway = (key: string) => ({ 'x-rapidapi-key': key, 'x-rapidapi-host': '127.0.0.1' });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

/** What the gateway answers once the plan is used up. */
const GATEWAY_QUOTA: PresetAnswer = {
  status: 429,
  headers: { 'x-ratelimit-requests-reset': '600' },
  body: { message: 'You have exceeded the MONTHLY quota for Requests on your current plan' },
};

const download = (post: string, kinds: readonly MediaKind[]): PresetCase => ({
  post,
  asks: {
    method: 'POST',
    path: () => '/download',
    headers: (key) => ({ ...gateway(key), ...form }),
    body: (link) => `url=${encoded(link)}`,
  },
  answer: ({ film }) => ({
    body: {
      title: 'Gulls',
      author: 'tern.ada',
      duration: '0:08',
      medias: [{ url: film, quality: 'hd', extension: 'mp4', videoAvailable: true, audioAvailable: true }],
    },
  }),
  shows: { kinds, username: 'tern.ada', labels: ['720p HD'] },
  error: {
    answer: { body: { error: true, status: 404, message: 'Not found data' } },
    code: 'gone',
  },
  quota: GATEWAY_QUOTA,
});

const autolink = (post: string): PresetCase => ({
  post,
  asks: {
    method: 'POST',
    path: () => '/v1/social/autolink',
    headers: (key) => ({ ...gateway(key), ...json }),
    body: (link) => JSON.stringify({ url: link }),
  },
  answer: ({ film }) => ({
    body: {
      author: 'Ada',
      unique_id: 'tern.ada',
      title: 'Gulls',
      duration: 8_000,
      medias: [{ url: film, type: 'video', quality: 'hd_no_watermark', extension: 'mp4', data_size: '0' }],
      type: 'multiple',
      error: false,
    },
  }),
  shows: { kinds: ['video'], username: 'tern.ada' },
  error: {
    answer: { body: { error: true, status: 204, message: 'URL not supported' } },
    code: 'link_invalid',
  },
  quota: GATEWAY_QUOTA,
});

const smvd = (post: string, platform: string, username: string): PresetCase => ({
  post,
  asks: {
    method: 'GET',
    path: (link) => `/smvd/get/${platform}?url=${encoded(link)}`,
    headers: gateway,
  },
  answer: ({ film }) => ({
    body: {
      success: true,
      title: 'Gulls',
      picture: null,
      links: [{ quality: 'hd', link: film }],
    },
  }),
  shows: { kinds: ['video'], username, labels: ['720p HD'] },
  error: { answer: { body: { success: false, message: 'Private account' } }, code: 'private' },
  quota: GATEWAY_QUOTA,
});

/** Cases of each preset. People, captions and ids are invented; the shapes are those of extraction services. */
export const PRESET_CASES: Readonly<Record<ProviderPresetId, readonly PresetCase[]>> = {
  download: [download('instagram reel', ['video']), download('tiktok video', ['video'])],
  autolink: [autolink('instagram reel'), autolink('tiktok video')],
  index: [
    {
      post: 'instagram reel',
      asks: { method: 'GET', path: (link) => `/index?url=${encoded(link)}`, headers: gateway },
      answer: ({ film, photo }) => ({ body: { media: film, title: 'Gulls', thumbnail: photo(0) } }),
      shows: { kinds: ['video'], username: 'unknown' },
      error: { answer: { body: { error: 'This account is private' } }, code: 'private' },
      quota: GATEWAY_QUOTA,
    },
    {
      post: 'tiktok video',
      asks: { method: 'GET', path: (link) => `/vid/index?url=${encoded(link)}`, headers: gateway },
      answer: ({ film, photo }) => ({
        body: { video: [film], cover: [photo(0)], music: [], author: ['@tern.ada'], description: ['Gulls'] },
      }),
      shows: { kinds: ['video'], username: 'tern.ada' },
      error: { answer: { body: { error: 'Video not found' } }, code: 'gone' },
      quota: GATEWAY_QUOTA,
    },
  ],
  smvd: [smvd('instagram reel', 'instagram', 'unknown'), smvd('tiktok video', 'tiktok', 'mock.user')],
  'media-data': [
    {
      post: 'instagram reel',
      asks: {
        method: 'GET',
        path: (link) => `/get_media_data.php?reel_post_code_or_url=${encoded(link)}&type=reel`,
        headers: gateway,
      },
      answer: ({ id, film }) => ({
        body: {
          shortcode: id,
          is_video: true,
          video_url: film,
          video_duration: 8,
          owner: { username: 'tern.ada', is_private: false },
          edge_media_to_caption: { edges: [{ node: { text: 'Gulls' } }] },
        },
      }),
      shows: { kinds: ['video'], username: 'tern.ada' },
      error: { answer: { body: { owner: { is_private: true } } }, code: 'private' },
      quota: GATEWAY_QUOTA,
    },
    {
      post: 'instagram set',
      asks: {
        method: 'GET',
        path: (link) => `/get_media_data.php?reel_post_code_or_url=${encoded(link)}&type=reel`,
        headers: gateway,
      },
      answer: ({ id, photo }) => ({
        body: {
          shortcode: id,
          is_video: false,
          display_url: photo(0),
          owner: { username: 'tern.ada' },
          edge_sidecar_to_children: {
            edges: [0, 1, 2].map((place) => ({
              node: { is_video: false, display_url: photo(place), dimensions: { width: 800, height: 1000 } },
            })),
          },
        },
      }),
      shows: { kinds: ['photo', 'photo', 'photo'], username: 'tern.ada' },
      // A clip of the set is withheld: the set must not look complete.
      error: {
        answer: {
          body: {
            edge_sidecar_to_children: {
              edges: [{ node: { is_video: true, display_url: 'https://scontent.cdninstagram.com/a.jpg' } }],
            },
          },
        },
        code: 'no_media',
      },
      quota: GATEWAY_QUOTA,
    },
  ],
  tikwm: [
    {
      post: 'tiktok video',
      asks: { method: 'GET', path: (link) => `/api/?url=${encoded(link)}&hd=1`, headers: gateway },
      answer: ({ id, film }) => ({
        body: {
          code: 0,
          msg: 'success',
          data: {
            id,
            title: 'Gulls',
            duration: 8,
            hdplay: film,
            play: film,
            wmplay: `${film}?watermark`,
            author: { unique_id: 'tern.ada', nickname: 'Ada' },
          },
        },
      }),
      shows: { kinds: ['video'], username: 'tern.ada', labels: ['720p HD'] },
      error: {
        answer: { body: { code: -1, msg: 'Url parsing is failed! Please check url.' } },
        code: 'gone',
      },
      quota: { body: { code: -1, msg: 'Free Api Limit: 1 request/second.' } },
    },
    {
      post: 'tiktok pictures',
      asks: { method: 'GET', path: (link) => `/api/?url=${encoded(link)}&hd=1`, headers: gateway },
      answer: ({ id, photo }) => ({
        body: {
          code: 0,
          data: { id, title: 'Gulls', images: [photo(0), photo(1)], author: { unique_id: 'tern.ada' } },
        },
      }),
      shows: { kinds: ['photo', 'photo'], username: 'tern.ada' },
      error: { answer: { body: { code: 0, data: { id: '1', images: [] } } }, code: 'failed' },
      quota: { body: { code: -1, msg: 'Free Api Limit: 1 request/second.' } },
    },
  ],
  hiker: [
    {
      post: 'instagram reel',
      asks: {
        method: 'GET',
        path: (_link, id) => `/v1/media/by/code?code=${id}`,
        headers: (key) => ({ 'x-access-key': key }),
      },
      answer: ({ id, film }) => ({
        body: {
          code: id,
          media_type: 2,
          video_versions: [{ url: film, width: 720, height: 1280 }],
          video_duration: 8.2,
          caption_text: 'Gulls',
          user: { username: 'tern.ada', is_private: false },
          resources: [],
        },
      }),
      shows: { kinds: ['video'], username: 'tern.ada' },
      error: {
        answer: { status: 404, body: { detail: 'Media not found', exc_type: 'MediaNotFound' } },
        code: 'gone',
      },
      quota: { status: 402, body: { detail: 'Top up your account', exc_type: 'InsufficientFunds' } },
    },
    {
      post: 'instagram set',
      asks: {
        method: 'GET',
        path: (_link, id) => `/v1/media/by/code?code=${id}`,
        headers: (key) => ({ 'x-access-key': key }),
      },
      answer: ({ id, photo }) => ({
        body: {
          code: id,
          media_type: 8,
          user: { username: 'tern.ada' },
          resources: [0, 1].map((place) => ({
            media_type: 1,
            image_versions2: {
              candidates: [
                // The crop is the larger one; the whole picture counts.
                { url: `${photo(place)}&stp=c0.140.720.720a_dst-jpg`, width: 2_000, height: 2_000 },
                { url: photo(place), width: 800, height: 1_000 },
              ],
            },
          })),
        },
      }),
      shows: { kinds: ['photo', 'photo'], username: 'tern.ada' },
      error: {
        answer: { body: { media_type: 1, user: { username: 'x', is_private: true } } },
        code: 'private',
      },
      quota: { status: 402, body: { detail: 'Top up your account' } },
    },
  ],
  tikhub: [
    {
      post: 'tiktok video',
      asks: {
        method: 'GET',
        path: (_link, id) => `/api/v1/tiktok/app/v3/fetch_one_video?aweme_id=${id}`,
        headers: (key) => ({ authorization: `Bearer ${key}` }),
      },
      answer: ({ id, film }) => ({
        body: {
          code: 200,
          data: {
            aweme_detail: {
              aweme_id: id,
              desc: 'Gulls',
              author: { unique_id: 'tern.ada', nickname: 'Ada' },
              video: {
                duration: 8_000,
                play_addr: { url_list: [film], width: 1_080, height: 1_920 },
                bit_rate: [
                  {
                    is_h265: 1,
                    bit_rate: 900_000,
                    play_addr: { url_list: [`${film}&h265`], width: 1_080, height: 1_920 },
                  },
                ],
              },
            },
          },
        },
      }),
      shows: { kinds: ['video'], username: 'tern.ada' },
      error: { answer: { body: { code: 200, data: { aweme_detail: null } } }, code: 'gone' },
      quota: { status: 402, body: { detail: { code: 402, message: 'Insufficient balance' } } },
    },
    {
      post: 'tiktok pictures',
      asks: {
        method: 'GET',
        path: (_link, id) => `/api/v1/tiktok/app/v3/fetch_one_video?aweme_id=${id}`,
        headers: (key) => ({ authorization: `Bearer ${key}` }),
      },
      answer: ({ id, photo }) => ({
        body: {
          code: 200,
          data: {
            aweme_detail: {
              aweme_id: id,
              author: { unique_id: 'tern.ada' },
              image_post_info: {
                images: [0, 1].map((place) => ({
                  display_image: { url_list: [photo(place)], width: 800, height: 1_000 },
                })),
              },
            },
          },
        },
      }),
      shows: { kinds: ['photo', 'photo'], username: 'tern.ada' },
      error: {
        answer: { status: 401, body: { detail: { code: 401, message: 'Unauthorized' } } },
        code: 'failed',
      },
      quota: { status: 429, headers: { 'retry-after': '60' }, body: { detail: 'Too many requests' } },
    },
  ],
};
