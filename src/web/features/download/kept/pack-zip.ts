import { makeZip } from 'client-zip';
import type { DiskStorage } from '../../../workbench/target/disk-storage.ts';

const PIECE_BYTES = 1024 * 1024;
/** Between two pauses, in which messages arrive. */
const UNPAUSED_BYTES = 32 * 1024 * 1024;

/** File with its name in the ZIP. */
interface NamedFile {
  readonly name: string;
  readonly content: DiskStorage | Blob;
}

/** Packs files into an uncompressed ZIP. Calls `pause` from time to time. Rejects if the disk is full or `pause` rejects. */
export async function packZip(
  zip: DiskStorage,
  files: AsyncIterable<NamedFile>,
  pause: () => Promise<void>,
): Promise<void> {
  // Written memory is read into again, because a browser collects it late, by then hundreds of MB.
  const free: ArrayBuffer[] = [];
  const read = (file: DiskStorage) => {
    let at = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      const piece = new Uint8Array(free.pop() ?? new ArrayBuffer(PIECE_BYTES));
      const length = file.read(piece, at);
      at += length;
      if (length > 0) {
        controller.enqueue(piece.subarray(0, length));
        return;
      }
      free.push(piece.buffer);
      controller.close();
    };
    return new ReadableStream({ pull }, { highWaterMark: 0 });
  };
  async function* entries() {
    for await (const { name, content } of files)
      yield content instanceof Blob
        ? { name, input: content, size: content.size }
        : { name, input: read(content), size: content.size() };
  }
  const reader = makeZip(entries()).getReader();
  let at = 0;
  let pausedAt = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const bytes = value as Uint8Array<ArrayBuffer>;
    zip.write(bytes, at);
    at += bytes.length;
    if (bytes.buffer.byteLength === PIECE_BYTES) free.push(bytes.buffer);
    if (at - pausedAt < UNPAUSED_BYTES) continue;
    pausedAt = at;
    await pause();
  }
}
