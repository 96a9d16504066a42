import * as z from 'zod/mini';

/** Storage key of the draft. Not one of the settings keys of the specification; browsers scope it to this site. */
export const DRAFT_KEY = 'contentDraft';

const storedDraftSchema = z.object({
  v: z.literal(1),
  at: z.iso.datetime(),
  /** The document as JSON, not HTML: browser storage is never parsed as markup. */
  doc: z.unknown(),
});
/** A stored draft: when it was stored (ISO) and the document as JSON. */
export interface StoredDraft {
  readonly at: string;
  readonly doc: unknown;
}

/** Returns the browser's storage; may throw if storage is blocked. */
type Storage = () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
const browserStorage: Storage = () => localStorage;

/** Reads the draft stored in this browser; null if there is none or it is invalid. */
export const findDraft = (storage: Storage = browserStorage): StoredDraft | null => {
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

/** Stores a draft, replacing the previous one. Returns false if storage is blocked or full. */
export const storeDraft = (doc: unknown, now: Date, storage: Storage = browserStorage): boolean => {
  try {
    storage().setItem(DRAFT_KEY, JSON.stringify({ v: 1, at: now.toISOString(), doc }));
    return true;
  } catch {
    return false;
  }
};

/** Deletes the stored draft. */
export const dropDraft = (storage: Storage = browserStorage): void => {
  try {
    storage().removeItem(DRAFT_KEY);
  } catch {
    // Blocked storage contains no draft.
  }
};
