import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CONTENT_DRAFT_MS } from '#shared/limits.ts';
import { readDocument } from './content-document.ts';
import { contentMarkup } from './content-markup.ts';
import { dropDraft, findDraft, storeDraft } from './stored-draft.ts';

/** A draft of an earlier visit that is not what the editor shows. */
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
 * Keeps what is not saved in this browser, every two seconds while it changes, and finds what an earlier visit left.
 * `markup` is what the editor shows now, `dirty` whether that is not saved.
 */
export function useStoredDraft(editor: Editor, markup: string, dirty: boolean) {
  const [found, setFound] = useState(() => findOther(markup));
  const [state, setState] = useState<'none' | 'kept' | 'refused'>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setState(storeDraft(editor.getJSON(), new Date()) ? 'kept' : 'refused');
  }, [editor]);
  /** What was changed is saved or given up. */
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropDraft();
    setFound(null);
    setState('none');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the two seconds, unless they run
  useEffect(() => {
    if (dirty) timer.current ??= setTimeout(keep, CONTENT_DRAFT_MS);
  }, [dirty, keep, markup]);
  const wasDirty = useRef(dirty);
  // What was found and neither restored, discarded nor written over yet outlives changes that were taken back.
  const untouched = found !== null && state === 'none';
  useEffect(() => {
    if (wasDirty.current && !dirty && !untouched) drop();
    wasDirty.current = dirty;
  }, [dirty, drop, untouched]);
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);
  /** What was found is not wanted; what was changed since stays. */
  const refuse = () => {
    if (state === 'none') dropDraft();
    setFound(null);
  };
  return { found, state, drop, refuse, forget: () => setFound(null) };
}
