/** Filler that makes the page about as large as TikTok's page, so that parsing takes a realistic time. */
const PADDING = `<div class="filler">${'lorem ipsum '.repeat(20_000)}</div>`;

/** Returns the page of a public video in the format of the desktop site, with four qualities. */
export const tiktokVideoPage = (id: string): string => {
  const variant = (side: number, codec: string) => ({
    Bitrate: side * 1_000,
    CodecType: codec,
    GearName: `normal_${side}_0`,
    PlayAddr: {
      UrlKey: `key_${codec}_${side}p`,
      DataSize: '1000000',
      Width: side,
      Height: Math.round((side * 16) / 9),
      UrlList: [`https://v16-webapp-prime.tiktok.com/video/tos/${id}/${codec}-${side}/?mime_type=video_mp4`],
    },
  });
  const item = {
    id,
    desc: 'A page for measuring',
    createTime: '1700000000',
    author: { uniqueId: 'mock.user', nickname: 'Mock User' },
    video: {
      duration: 12,
      width: 720,
      height: 1280,
      cover: 'https://p16-sign.tiktokcdn.com/cover.jpeg',
      codecType: 'h264',
      playAddr: `https://v16-webapp-prime.tiktok.com/video/tos/${id}/play/?mime_type=video_mp4`,
      bitrateInfo: [
        variant(1080, 'h264'),
        variant(720, 'h264'),
        variant(540, 'h264'),
        variant(1080, 'h265_hvc1'),
      ],
    },
    music: { title: 'original sound', playUrl: '' },
  };
  const data = {
    __DEFAULT_SCOPE__: {
      'webapp.video-detail': { statusCode: 0, statusMsg: '', itemInfo: { itemStruct: item } },
    },
  };
  return `<!DOCTYPE html><html><head><title>TikTok</title></head><body>${PADDING}<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify(data)}</script></body></html>`;
};
