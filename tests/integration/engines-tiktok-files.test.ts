import { describe, expect, it } from 'vitest';
import type { MediaSource } from '../../src/server/outbound/media-source.ts';
import { desktop, embedPage, ID, postOf, read, slideshow, video, wrapped } from './read-tiktok.ts';

const QUERY = '?a=1988&mime_type=video_mp4';
const film = (host: string, name = 'film'): string => `https://${host}/video/tos/${name}/${QUERY}`;
const V16 = 'v16-webapp-prime.us.tiktok.com';
const V19 = 'v19-webapp-prime.us.tiktok.com';
const PLAY = `https://www.tiktok.com/aweme/v1/play/?item_id=${ID}`;
const picture = (host: string, ending: string): string =>
  `https://${host}.tiktokcdn-us.com/tos/1.${ending}?x=1`;

/** Returns the addresses of a file, the preferred one first. */
const addressesOf = (source: MediaSource | null | undefined): readonly string[] =>
  source?.kind === 'upstream' ? [source.url, ...(source.mirrors ?? [])] : [];
const itemOf = async (item: unknown) => postOf(await read({ desktop: desktop(item) })).items[0];
const filmOf = async (over: object): Promise<readonly string[]> =>
  addressesOf((await itemOf(video({ playAddr: '', ...over })))?.renditions[0]?.source);

describe('the addresses of one file', () => {
  it.each<[string, object]>([
    [
      'UrlList of a variant',
      { bitrateInfo: [{ CodecType: 'h264', PlayAddr: { UrlList: [film(V16), film(V19), PLAY] } }] },
    ],
    ['urlList of a variant', { bitrateInfo: [{ PlayAddr: { urlList: [film(V16), film(V19)] } }] }],
    ['url_list of a variant', { bitrateInfo: [{ PlayAddr: { url_list: [PLAY, film(V16), film(V19)] } }] }],
    ['PlayAddrStruct', { PlayAddrStruct: { UrlList: [film(V16), film(V19)] } }],
    ['an address that is an object', { playAddr: { UrlList: [film(V16), film(V19)] } }],
    ['an address that is a list', { playAddr: [film(V16), film(V19)] }],
  ])('are kept in the order of the page: %s', async (_what, over) => {
    expect(await filmOf(over)).toEqual([film(V16), film(V19)]);
  });

  it('are kept for an unlisted host, too, and are at most three', async () => {
    const hosts = ['v16-new.tiktokcdn-asia.example', V16, V19, 'v77.tiktokcdn.com'];
    const PlayAddr = { UrlList: hosts.map((host) => film(host)) };
    expect(await filmOf({ bitrateInfo: [{ PlayAddr }] })).toEqual(
      hosts.slice(0, 3).map((host) => film(host)),
    );
  });

  it('are only usable and different ones', async () => {
    const UrlList = [
      '',
      null,
      12,
      'data:video/mp4,x',
      'javascript:1',
      film(V16),
      film(V16),
      `https://a:b@${V19}/x`,
      film(V19),
    ];
    expect(await filmOf({ bitrateInfo: [{ PlayAddr: { UrlList } }] })).toEqual([film(V16), film(V19)]);
  });

  it('leave out those that would make a link too long', async () => {
    const long = (host: string): string => `${film(host)}&x=${'x'.repeat(1_400)}`;
    const UrlList = [long(V16), long(V19), long('v77.tiktokcdn.com')];
    expect(await filmOf({ bitrateInfo: [{ PlayAddr: { UrlList } }] })).toEqual(UrlList.slice(0, 2));
  });

  it('of a picture are those of the same format', async () => {
    const urlList = [
      picture('p16', 'webp'),
      picture('p16', 'jpeg'),
      picture('p19', 'webp'),
      picture('p19', 'jpeg'),
    ];
    const images = [{ imageURL: { urlList } }, { imageURL: { urlList: [urlList[0], urlList[2]] } }];
    const post = postOf(await read({ desktop: desktop(slideshow({ imagePost: { images } })) }));
    expect(post.items.slice(0, 2).map(({ renditions: [photo] }) => addressesOf(photo?.source))).toEqual([
      [urlList[1], urlList[3]],
      [urlList[0], urlList[2]],
    ]);
    expect(addressesOf(post.thumbnail)).toEqual([urlList[1], urlList[3]]);
  });

  it('of covers and sounds are kept', async () => {
    const urls = (ending: string) => ['p16', 'p19'].map((host) => picture(host, ending));
    const item = video(
      { cover: { urlList: urls('image') } },
      { music: { playUrl: { urlList: urls('mp3') } } },
    );
    const post = postOf(await read({ desktop: desktop(item) }));
    expect(addressesOf(post.thumbnail)).toEqual(urls('image'));
    expect(addressesOf(post.items[0]?.renditions.at(-1)?.source)).toEqual(urls('mp3'));
    const shown = {
      itemInfos: { id: ID, covers: urls('jpeg') },
      musicInfos: { playUrl: urls('mp3') },
      imagePostInfo: { displayImages: [{ urlList: urls('jpeg') }] },
    };
    const embedded = postOf(await read({ embed: embedPage(shown) }));
    expect(embedded.items.map(({ renditions: [file] }) => addressesOf(file?.source))).toEqual([
      urls('jpeg'),
      urls('mp3'),
    ]);
    expect(addressesOf(embedded.thumbnail)).toEqual(urls('jpeg'));
  });
});

describe('the shape of an address', () => {
  it.each([
    ['without a scheme', `//${V16}/video/tos/film/${QUERY}`],
    ['with http', `http://${V16}/video/tos/film/${QUERY}`],
    ['with http in capitals and its port', `HTTP://${V16}:80/video/tos/film/${QUERY}`],
    ['escaped for HTML', `//${V16}/video/tos/film/?a=1988&amp;mime_type=video_mp4`],
  ])('is read: %s', async (_what, address) => {
    expect(await filmOf({ playAddr: address })).toEqual([film(V16)]);
    expect(await filmOf({ bitrateInfo: [{ PlayAddr: { UrlList: [address, film(V19)] } }] })).toEqual([
      film(V16),
      film(V19),
    ]);
  });

  it('is read for pictures, covers and sounds', async () => {
    const bare = (host: string, ending: string): string => picture(host, ending).replace('https:', '');
    const http = (host: string, ending: string): string => picture(host, ending).replace('https:', 'http:');
    const images = [{ imageURL: { urlList: [bare('p16', 'jpeg'), http('p19', 'jpeg')] } }];
    const item = slideshow({ imagePost: { images }, music: { playUrl: http('sf16', 'mp3') } });
    const post = postOf(await read({ desktop: desktop(item) }));
    expect(post.items.map(({ renditions: [file] }) => addressesOf(file?.source))).toEqual([
      [picture('p16', 'jpeg'), picture('p19', 'jpeg')],
      [picture('sf16', 'mp3')],
    ]);
  });
});

describe('the place of the own item', () => {
  const other = { ...video(), id: '7411111111111111999', video: { playAddr: film(V16, 'decoy') } };
  const own = video({ playAddr: film(V16, 'own') });
  it.each<[string, object]>([
    ['itemList', { itemList: [other, own] }],
    ['a list of items', { items: [own, other] }],
    ['objects in a list', { itemList: [{ itemStruct: other }, { itemStruct: own }] }],
    ['edges', { edges: [{ node: other }, { node: own }] }],
    ['a map', { itemMap: { [other.id]: other, [ID]: own } }],
  ])('may be %s', async (_what, data) => {
    const page = { body: wrapped('webapp.post-page', { statusCode: 0, ...data }) };
    const [rendition] = postOf(await read({ desktop: page })).items[0]?.renditions ?? [];
    expect(addressesOf(rendition?.source)).toEqual([film(V16, 'own')]);
  });

  it('is not a list where the page has it elsewhere, or where a status closes it', async () => {
    const stale = video({ playAddr: film(V16, 'stale') });
    const detail = (over: object) => ({
      body: wrapped('webapp.video-detail', { statusCode: 0, itemList: [stale], ...over }),
    });
    const post = postOf(await read({ desktop: detail({ itemInfo: { itemStruct: own } }) }));
    expect(addressesOf(post.items[0]?.renditions[0]?.source)).toEqual([film(V16, 'own')]);
    expect(await read({ desktop: detail({ statusCode: 10222 }) })).toMatchObject({ code: 'private' });
  });

  it('is none among other posts', async () => {
    const page = { body: wrapped('webapp.post-page', { statusCode: 0, itemList: [other] }) };
    expect(await read({ desktop: page })).toMatchObject({ reason: 'page_unreadable' });
  });
});
