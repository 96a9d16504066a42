import type { MockItem, MockPost } from '../../mock-platforms/post.ts';
import { escapeHtml, scriptJson } from '../../mock-platforms/reply.ts';
import { instagramAddress } from './instagram-delivery.ts';
import { mediaPk, OWNER_PK } from './instagram-pages.ts';

const embedNode = (post: MockPost, item: MockItem, reading: number) => {
  const film = item.renditions.find((file) => file.videoAvailable && file.audioAvailable);
  const picture = item.cover ?? item.renditions[0];
  return {
    __typename: film === undefined ? 'GraphImage' : 'GraphVideo',
    id: mediaPk(post.id),
    shortcode: post.id,
    is_video: film !== undefined,
    display_url: picture === undefined ? null : instagramAddress(picture, reading),
    dimensions: { width: item.width, height: item.height },
    ...(film === undefined
      ? {}
      : { video_url: instagramAddress(film, reading), video_duration: item.duration }),
  };
};

const embedShell = (context: string | null, body: string): string => {
  const init = { isRichEmbed: context !== null, isSidecar: false, contextJSON: context };
  const data = { require: [['PolarisEmbedSimple', 'init', [], [init]]] };
  return (
    '<!DOCTYPE html>\n<html lang="en" class="no-js"><head><meta charset="utf-8" /><title>Instagram</title>\n' +
    `<script type="application/json" data-content-len="1">${scriptJson(data)}</script>\n</head>` +
    `<body class=" webkit Locale_en_US" dir="ltr">\n${body}\n</body></html>`
  );
};

/**
 * Renders the embed page of a post, made for other sites to frame. For a single photo it contains no data, only the
 * picture.
 */
export const instagramEmbed = (post: MockPost, reading: number): string => {
  const first = post.items[0];
  if (first === undefined) return instagramEmbedBroken(post.id);
  const type = post.items.length > 1 ? 'GraphSidecar' : first.kind === 'video' ? 'GraphVideo' : 'GraphImage';
  const frame = (inside: string) =>
    `<div class="Embed" data-permalink="https://www.instagram.com/p/${post.id}/?utm_source=ig_embed" ` +
    `data-media-type="${type}" data-media-id="1" data-owner-id="2">${inside}</div>`;
  const photo = first.renditions[0];
  if (type === 'GraphImage' && photo !== undefined) {
    const name = escapeHtml(post.username);
    const caption = escapeHtml(post.caption).replaceAll('\n', '<br />');
    return embedShell(
      null,
      frame(
        `<a class="Username" href="#">${name}</a>` +
          `<img class="EmbeddedMediaImage" alt="" src="${escapeHtml(instagramAddress(photo, reading))}" />` +
          `<div class="Caption"><a class="CaptionUsername" href="#">${name}</a><br /><br />${caption}` +
          '<div class="CaptionComments"><a href="#">View all comments</a></div></div>',
      ),
    );
  }
  const media = {
    ...embedNode(post, first, reading),
    __typename: type,
    edge_media_to_caption: { edges: [{ node: { text: post.caption } }] },
    owner: { id: OWNER_PK, username: post.username, is_verified: false },
    ...(type === 'GraphSidecar'
      ? {
          edge_sidecar_to_children: {
            edges: post.items.map((item) => ({ node: embedNode(post, item, reading) })),
          },
        }
      : {}),
  };
  const context = { context: { type, shortcode: post.id, copyright_blocked: false } };
  return embedShell(JSON.stringify({ ...context, gql_data: { shortcode_media: media } }), frame(''));
};

export const instagramEmbedBroken = (code: string): string =>
  embedShell(
    null,
    '<div class="EmbedBrokenMedia"><div class="ebmLogo"></div><div class="ebmMessage">The link may be broken, or the ' +
      `post may have been removed.</div><a class="EmbedVisitInstagram" href="https://www.instagram.com/p/${code}/"></a></div>`,
  );
