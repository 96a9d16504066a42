import * as z from 'zod/mini';
import { recordName } from '../../../lib/kept-folder.ts';

/**
 * What is stored beside the bytes of a file that may be continued after a reload, besides its identity: no link of a post, and no name but
 * the one that the visitor sees in the downloads.
 */
const keptRecordSchema = z.object({
  type: z.string(),
  total: z.number(),
  etag: z.nullable(z.string()),
  lastModified: z.nullable(z.string()),
  isEncoded: z.boolean(),
  filename: z.string(),
  /** Last segment of the file's media link. */
  ticket: z.string(),
  /** Milliseconds since 1970. */
  started: z.number(),
});

export type KeptRecord = z.infer<typeof keptRecordSchema>;

/** Name of the Web Lock of the tab that writes the file. */
export const keptLock = (id: string): string => `save-${id}`;

/** Reads the record of a file; null if it has none. */
export async function readRecord(folder: FileSystemDirectoryHandle, id: string): Promise<KeptRecord | null> {
  try {
    const file = await (await folder.getFileHandle(recordName(id))).getFile();
    return z.safeParse(keptRecordSchema, JSON.parse(await file.text())).data ?? null;
  } catch {
    // Not there, or written only in part when the browser was killed.
    return null;
  }
}
