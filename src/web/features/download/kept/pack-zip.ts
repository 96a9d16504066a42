import type { DiskStorage } from '../../../workbench/target/disk-storage.ts';

const PIECE_BYTES = 1024 * 1024;

/** File on the disk with its name in the ZIP. */
interface NamedFile {
  readonly name: string;
  readonly file: DiskStorage;
}

/** Packs files into an uncompressed ZIP. Loads client-zip on first use. Rejects if the disk is full. */
export async function packZip(zip: DiskStorage, files: AsyncIterable<NamedFile>): Promise<void> {
  const { makeZip } = await import('client-zip');
  // Written memory is read into again, because a browser collects it late, by then hundreds of MB.
  const free: ArrayBuffer[] = [];
  const read = (file: DiskStorage) => {
    let at = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      const piece = new Uint8Array(free.pop() ?? new ArrayBuffer(PIECE_BYTES));
      const length = file.read(piece, at);
      at += length;
      if (length === 0) controller.close();
      else controller.enqueue(piece.subarray(0, length));
    };
    return new ReadableStream({ pull }, { highWaterMark: 0 });
  };
  async function* entries() {
    for await (const { name, file } of files) yield { name, input: read(file), size: file.size() };
  }
  const reader = makeZip(entries()).getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const bytes = value as Uint8Array<ArrayBuffer>;
    zip.write(bytes, at);
    at += bytes.length;
    if (bytes.buffer.byteLength === PIECE_BYTES) free.push(bytes.buffer);
  }
}
