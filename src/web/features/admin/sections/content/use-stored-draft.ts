import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { contentMarkup } from '../../rich-text/content-markup.ts';
import { readDocument } from '../../rich-text/editor-extensions.ts';

/** Key in localStorage of the unsaved content. It is not one of the keys that mirror the site's settings. */
export const DRAFT_KEY = 'contentDraft';

const storedDraftSchema = z.object({
  v: z.literal(1),
  at: z.iso.datetime(),
  /** The document as JSON, not HTML: browser storage is never parsed as markup. */
  doc: z.unknown(),
});
/** A stored draft: when it was stored (ISO) and the document as JSON. */
interface StoredDraft {
  readonly at: string;
  readonly doc: unknown;
}

/** Reads the draft stored in this browser; null if there is none or it is invalid. */
export const findDraft = (): StoredDraft | null => {
  try {
    const { success, data } = z.safeParse(
      storedDraftSchema,
      JSON.parse(localStorage.getItem(DRAFT_KEY) ?? 'null'),
    );
    return success ? { at: data.at, doc: data.doc } : null;
  } catch {
    return null;
  }
};

/** Stores a draft, replacing the previous one. Returns false if storage is blocked or full. */
export const storeDraft = (doc: unknown, now: Date): boolean => {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ v: 1, at: now.toISOString(), doc }));
    return true;
  } catch {
    return false;
  }
};

export const dropStoredDraft = (): void => {
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // Blocked storage contains no draft.
  }
};

/** Interval at which the browser stores the unsaved draft. */
const CONTENT_DRAFT_MS = 2_000;

/** A stored draft whose HTML differs from the editor's; `at` is when it was stored (ISO). */
export interface FoundDraft {
  readonly at: string;
  readonly doc: Node;
}

const findOther = (markup: string): FoundDraft | null => {
  const found = findDraft();
  const doc = found === null ? null : readDocument(found.doc);
  if (found === null || doc === null) return null;
  return contentMarkup(doc) === markup ? null : { at: found.at, doc };
};

/**
 * Stores the editor's document in this browser while it is unsaved (`dirty`): at most every two seconds, and when the page or section
 * closes. `found` is an earlier draft that differs from `markup`, the editor's current HTML.
 */
export function useStoredDraft(editor: Editor, markup: string, dirty: boolean) {
  const [found, setFound] = useState(() => findOther(markup));
  const [state, setState] = useState<'none' | 'stored' | 'failed'>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const storeNow = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setState(storeDraft(editor.getJSON(), new Date()) ? 'stored' : 'failed');
  }, [editor]);
  /** Deletes the stored draft after the changes were saved or discarded. */
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropStoredDraft();
    setFound(null);
    setState('none');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the timer unless it is running
  useEffect(() => {
    if (dirty) timer.current ??= setTimeout(storeNow, CONTENT_DRAFT_MS);
  }, [dirty, storeNow, markup]);
  const wasDirty = useRef(dirty);
  // A found draft that was neither restored, discarded nor overwritten is preserved when later changes are undone.
  const untouched = found !== null && state === 'none';
  useEffect(() => {
    if (wasDirty.current && !dirty && !untouched) drop();
    wasDirty.current = dirty;
  }, [dirty, drop, untouched]);
  useEffect(() => {
    addEventListener('pagehide', storeNow);
    return () => {
      removeEventListener('pagehide', storeNow);
      storeNow();
    };
  }, [storeNow]);
  /** Rejects the found draft but keeps one stored since. */
  const reject = () => {
    if (state === 'none') dropStoredDraft();
    setFound(null);
  };
  return { found, state, drop, reject, hide: () => setFound(null) };
}
