import { describe, expect, it } from 'vitest';
import { captionFiles } from './captions.ts';

const HEADERS = { referer: 'https://www.tiktok.com/' };
const HOST = 'https://v16-webapp.tiktok.com';

const subtitle = (more: Record<string, unknown> = {}) => ({
  LanguageID: '2',
  LanguageCodeName: 'eng-US',
  Url: `${HOST}/eng/`,
  UrlExpire: 1_800_000_000,
  Format: 'webvtt',
  Version: '1:whisper_lid',
  Source: 'ASR',
  Size: 1_234,
  ...more,
});
const cla = (more: Record<string, unknown> = {}) => ({
  language: 'eng-US',
  languageCode: 'en',
  captionFormat: 'webvtt',
  url: `${HOST}/cla/`,
  urlList: [`${HOST}/cla/`, 'https://v19-webapp.tiktok.com/cla/'],
  isAutoGen: true,
  isOriginalCaption: true,
  expire: '1800000000',
  ...more,
});
const read = (subtitleInfos: unknown, captionInfos?: unknown) =>
  captionFiles({ subtitleInfos, claInfo: { captionInfos } }, HEADERS).map(({ language, origin, source }) => [
    language,
    origin,
    source.kind === 'upstream' ? source.url : source.kind,
  ]);

describe('captionFiles', () => {
  it('reads subtitleInfos, with canonical language tags', () => {
    expect(
      read([
        subtitle(),
        subtitle({ LanguageCodeName: 'cmn-Hans-CN', Url: `${HOST}/cmn/`, Source: 'MT' }),
        subtitle({ LanguageCodeName: 'fil-PH', Url: `${HOST}/fil/`, Source: 'LC' }),
      ]),
    ).toEqual([
      ['en-US', 'spoken', `${HOST}/eng/`],
      ['zh-Hans-CN', 'translated', `${HOST}/cmn/`],
      ['fil-PH', 'unknown', `${HOST}/fil/`],
    ]);
  });

  it('reads claInfo, with what it states about the origin', () => {
    expect(
      read(undefined, [
        cla(),
        cla({ language: 'English', isAutoGen: false }),
        cla({ language: 'spa-ES', isOriginalCaption: false }),
        cla({ language: 'deu-DE', isAutoGen: undefined }),
      ]),
    ).toEqual([
      ['en-US', 'spoken', `${HOST}/cla/`],
      ['en', 'author', `${HOST}/cla/`],
      ['es-ES', 'translated', `${HOST}/cla/`],
      ['de-DE', 'unknown', `${HOST}/cla/`],
    ]);
  });

  it('offers a file that both lists name once, and adds what only one of them names', () => {
    expect(
      read(
        [subtitle(), subtitle({ Source: 'LC' }), subtitle({ LanguageCodeName: 'ita-IT', Source: 'MT' })],
        [cla({ language: 'en' })],
      ),
    ).toEqual([
      ['en', 'spoken', `${HOST}/cla/`],
      ['it-IT', 'translated', `${HOST}/eng/`],
    ]);
  });

  it('keeps the first file of each language and origin', () => {
    expect(read([subtitle(), subtitle({ Url: `${HOST}/second/` })])).toEqual([
      ['en-US', 'spoken', `${HOST}/eng/`],
    ]);
  });

  it('keeps two regions of one language', () => {
    const tags = ['por-BR', 'por-PT'].map((LanguageCodeName) => subtitle({ LanguageCodeName }));
    expect(read(tags).map(([language]) => language)).toEqual(['pt-BR', 'pt-PT']);
  });

  it.each([
    ['another format', { Format: 'creator_caption' }],
    ['no format', { Format: undefined }],
    ['no language', { LanguageCodeName: '' }],
    ['a sentence as its language', { LanguageCodeName: '<b>English</b>' }],
    ['an invalid language', { LanguageCodeName: 'en-US-US' }],
    ['no address', { Url: '' }],
    ['an address of another scheme', { Url: 'ftp://v16-webapp.tiktok.com/eng/' }],
    ['an address with a password', { Url: 'https://a:b@v16-webapp.tiktok.com/eng/' }],
    ['a foreign host', { Url: 'https://media.elsewhere.example/eng/' }],
    ['a host that only ends like a delivery host', { Url: 'https://nottiktokcdn.com/eng/' }],
    ['a page host', { Url: 'https://www.tiktok.com/aweme/v1/play/' }],
  ])('drops an entry with %s', (_name, more) => {
    const kept = subtitle({ LanguageCodeName: 'ita-IT', Url: `${HOST}/ita/` });
    expect(read([subtitle(more), kept])).toEqual([['it-IT', 'spoken', `${HOST}/ita/`]]);
  });

  it('takes the first address on a delivery host', () => {
    const urlList = ['https://media.elsewhere.example/', 'https://v19.tiktokcdn.com/a/'];
    expect(read([], [cla({ url: 'https://www.tiktok.com/play/', urlList })])).toEqual([
      ['en-US', 'spoken', 'https://v19.tiktokcdn.com/a/'],
    ]);
  });

  it('sends the headers that videos need', () => {
    expect(captionFiles({ subtitleInfos: [subtitle()] }, HEADERS)[0]?.source).toMatchObject({
      headers: HEADERS,
    });
  });

  it('reads at most forty files', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const many = letters
      .flatMap((one) => letters.map((other) => `${one}${other}`))
      .map((LanguageCodeName) => subtitle({ LanguageCodeName }));
    expect(read(many).length).toBe(40);
  });

  it.each([undefined, null, 'none', {}, [null, 1, 'x', [], {}]])('reads nothing in %j', (list) => {
    expect(read(list, list)).toEqual([]);
    expect(captionFiles(list, HEADERS)).toEqual([]);
  });
});
