import * as z from 'zod/mini';

/** Beside the five keys of the specification; browsers keep it per site by themselves. */
export const DRAFT_KEY = 'contentDraft';

const storedDraftSchema = z.object({
  v: z.literal(1),
  at: z.iso.datetime(),
  /** The document as JSON. Not HTML: what lies in a browser's storage is never parsed as markup. */
  doc: z.unknown(),
});
export interface StoredDraft {
  readonly at: string;
  readonly doc: unknown;
}

/** The browser's storage, which may be blocked. */
type Storage = () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
const own: Storage = () => localStorage;

/** The draft this browser has, null for none or none that can be read. */
export const findDraft = (storage: Storage = own): StoredDraft | null => {
  try {
    const { success, data } = z.safeParse(
      storedDraftSchema,
      JSON.parse(storage().getItem(DRAFT_KEY) ?? 'null'),
    );
    return success ? { at: data.at, doc: data.doc } : null;
  } catch {
    return null;
  }
};

/** Keeps a draft in place of the one before. False where the browser keeps nothing: blocked or full. */
export const storeDraft = (doc: unknown, now: Date, storage: Storage = own): boolean => {
  try {
    storage().setItem(DRAFT_KEY, JSON.stringify({ v: 1, at: now.toISOString(), doc }));
    return true;
  } catch {
    return false;
  }
};

export const dropDraft = (storage: Storage = own): void => {
  try {
    storage().removeItem(DRAFT_KEY);
  } catch {
    // Where nothing can be kept, nothing is.
  }
};
