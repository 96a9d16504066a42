import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Markup that a browser would run if it interpreted the picture as a page. */
export const HOSTILE = '<script>alert(document.domain)</script>';
const hostile = Buffer.from(HOSTILE);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const pngHead = (width: number, height: number): Buffer =>
  chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])]));
const END = chunk('IEND', Buffer.alloc(0));

/** Creates a PNG that declares this size but contains only its beginning. */
export const createTruncatedPng = (width: number, height: number): Buffer =>
  Buffer.concat([PNG, pngHead(width, height), chunk('IDAT', deflateSync(Buffer.alloc(4_096))), END]);

/** Creates an APNG with `frames` frames of 64 by 64 pixels. */
export const animatedPng = (frames: number): Buffer => {
  const pixels = deflateSync(Buffer.alloc(64 * (64 * 3 + 1)));
  const control = (order: number): Buffer =>
    chunk('fcTL', Buffer.concat([numbers(order, 64, 64, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const later = Array.from({ length: frames - 1 }, (_, at) =>
    Buffer.concat([control(at * 2 + 1), chunk('fdAT', Buffer.concat([numbers(at * 2 + 2), pixels]))]),
  );
  const first = [chunk('acTL', numbers(frames, 0)), control(0), chunk('IDAT', pixels)];
  return Buffer.concat([PNG, pngHead(64, 64), ...first, ...later, END]);
};

/** Creates a GIF with `frames` frames of one pixel, on a square canvas of the given edge length. */
export const animatedGif = (frames: number, edge: number): Buffer => {
  const screen = Buffer.from([edge & 255, edge >> 8, edge & 255, edge >> 8, 0x80, 0, 0]);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const all = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from('GIF89a'), screen, palette, ...all, Buffer.from([0x3b])]);
};

/** Creates a striped picture, so that its corners can be told apart. */
export const stripes = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at] = (at / 3) % width < width / 2 ? 255 : 0;
    pixels[at + 1] = Math.floor(at / 3 / width) < height / 2 ? 255 : 0;
    pixels[at + 2] = 40;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** Creates a picture of one colour, which compresses well at any size. */
export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8321e' } });

/** Creates a picture of uniform noise, which cannot be compressed. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const jpegComment = (text: Buffer): Buffer => {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, text]);
};

/** Creates files that are a valid picture and another format as well. */
export const polyglots = async (): Promise<Record<string, Buffer>> => {
  const [gif, jpeg, png, webp] = await Promise.all([
    stripes(40, 30).gif().toBuffer(),
    stripes(40, 30).jpeg().toBuffer(),
    stripes(40, 30).png().toBuffer(),
    stripes(40, 30).webp().toBuffer(),
  ]);
  const zip = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    hostile,
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(18),
  ]);
  return {
    'GIF and archive': Buffer.concat([gif, zip]),
    'GIF and script': Buffer.concat([gif, Buffer.from(`*/=1;${HOSTILE}`)]),
    'JPEG with a page in its comment': Buffer.concat([
      jpeg.subarray(0, 2),
      jpegComment(hostile),
      jpeg.subarray(2),
    ]),
    'JPEG and page': Buffer.concat([jpeg, hostile]),
    'PNG with a page in its text': Buffer.concat([
      png.subarray(0, 33),
      chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), hostile])),
      png.subarray(33),
    ]),
    'PNG and archive': Buffer.concat([png, zip]),
    'WebP and page': Buffer.concat([webp, hostile]),
  };
};
