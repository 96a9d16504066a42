import type { MetadataTags } from 'mediabunny';
import type { SoundTags } from '../job.ts';
import { readPicture } from '../source/read-picture.ts';

/** Picture formats that every player of tagged files shows. */
const COVER_TYPES = ['image/jpeg', 'image/png'];

/** Returns a picture as JPEG. Rejects when the browser cannot decode it. */
async function toJpeg(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/** Reads the cover, and returns the tags. A cover that cannot be read is left out, because the sound is what the visitor wants. */
export async function readTags({ title, artist, cover }: SoundTags): Promise<MetadataTags> {
  if (cover === null) return { title, artist };
  try {
    const picture = await readPicture(cover);
    const shown = COVER_TYPES.includes(picture.type) ? picture : await toJpeg(picture);
    const data = new Uint8Array(await shown.arrayBuffer());
    return { title, artist, images: [{ data, mimeType: shown.type, kind: 'coverFront' }] };
  } catch {
    return { title, artist };
  }
}
