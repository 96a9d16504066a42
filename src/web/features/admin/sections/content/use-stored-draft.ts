import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '#shared/parse-json.ts';
import { readStorage, writeStorage } from '../../../../lib/browser-storage.ts';
import { contentMarkup } from '../../rich-text/content-markup.ts';
import { readDocument } from '../../rich-text/editor-extensions.ts';

/** Key in localStorage of the unsaved content. Not one of the keys under which the settings of the site are stored. */
export const DRAFT_KEY = 'contentDraft';

const storedDraftSchema = z.object({
  v: z.literal(1),
  at: z.iso.datetime(),
  /** The document as JSON and not as HTML, so that nothing in the storage of the browser is parsed as markup. */
  doc: z.unknown(),
});
/** A stored draft: the time when it was stored (ISO) and the document as JSON. */
interface StoredDraft {
  readonly at: string;
  readonly doc: unknown;
}

/** Reads the draft stored in this browser; null if there is none or it is invalid. */
export const findDraft = (): StoredDraft | null => {
  const stored = parseJson(readStorage('browser', DRAFT_KEY) ?? '');
  const { success, data } = z.safeParse(storedDraftSchema, stored);
  return success ? { at: data.at, doc: data.doc } : null;
};

/** Stores a draft in this browser and replaces the previous one. Returns false if the storage is blocked or full. */
export const storeDraft = (doc: unknown, now: Date): boolean =>
  writeStorage('browser', DRAFT_KEY, JSON.stringify({ v: 1, at: now.toISOString(), doc }));

export const dropStoredDraft = (): boolean => writeStorage('browser', DRAFT_KEY, null);

/** Minimum time between two stored versions of the unsaved draft, except when the page or the section is closed. */
const CONTENT_DRAFT_MS = 2_000;

/** A stored draft whose HTML differs from that of the editor. `at` is the time when it was stored (ISO). */
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
 * Stores the document of the editor in this browser while it is unsaved (`isDirty`): at most every two seconds, and when the page or the
 * section is closed. `found` is an earlier draft that differs from the HTML of the editor (`markup`); null if there is none. `state` says
 * whether the last attempt to store succeeded; 'none' before the first. `hideOffer` sets `found` to null but keeps the stored draft.
 */
export function useStoredDraft(editor: Editor, markup: string, isDirty: boolean) {
  const [found, setFound] = useState(() => findOther(markup));
  const [state, setState] = useState<'none' | 'stored' | 'failed'>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const storeNow = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setState(storeDraft(editor.getJSON(), new Date()) ? 'stored' : 'failed');
  }, [editor]);
  /** Deletes the stored draft, and resets `found` and `state`. */
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropStoredDraft();
    setFound(null);
    setState('none');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the timer unless it is running
  useEffect(() => {
    if (isDirty) timer.current ??= setTimeout(storeNow, CONTENT_DRAFT_MS);
  }, [isDirty, storeNow, markup]);
  const wasDirty = useRef(isDirty);
  // A found draft that the owner has neither restored nor discarded, and that no newer draft has replaced, is kept when later changes are
  // undone.
  const untouched = found !== null && state === 'none';
  useEffect(() => {
    if (wasDirty.current && !isDirty && !untouched) drop();
    wasDirty.current = isDirty;
  }, [isDirty, drop, untouched]);
  useEffect(() => {
    addEventListener('pagehide', storeNow);
    return () => {
      removeEventListener('pagehide', storeNow);
      storeNow();
    };
  }, [storeNow]);
  /** Deletes the found draft, unless a newer one has been stored since, and sets `found` to null. */
  const reject = () => {
    if (state === 'none') dropStoredDraft();
    setFound(null);
  };
  return { found, state, drop, reject, hideOffer: () => setFound(null) };
}
