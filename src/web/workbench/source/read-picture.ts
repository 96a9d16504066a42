import type { JobSource } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { fetchSource } from './fetch-source.ts';

/** Reads a whole picture. Rejects with JobStop. */
export async function readPicture(
  { url, size }: JobSource,
  onRead: (bytes: number) => void = () => undefined,
): Promise<Blob> {
  let blob: Blob;
  try {
    const response = await fetchSource(url);
    blob = await response.blob();
  } catch (error) {
    throw error instanceof JobStop ? error : new JobStop('unanswered', null, { cause: error });
  }
  if (size !== null && blob.size < size) throw new JobStop('incomplete');
  onRead(blob.size);
  return blob;
}
