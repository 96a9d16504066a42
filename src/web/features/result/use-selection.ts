import { type Dispatch, useReducer, useState } from 'react';
import type { Post } from '#shared/contract/preview.ts';
import { initialSelection, reduceSelection, type Selection, type SelectionEvent } from './selection.ts';

/**
 * Returns the visitor's selection for `post` and its dispatch function. When the post is fetched again, the selection
 * follows its files. A component that shows another post must be keyed by it.
 */
export function useSelection(post: Post): readonly [Selection, Dispatch<SelectionEvent>] {
  const [selection, select] = useReducer(reduceSelection, post, initialSelection);
  const [of, setOf] = useState(post);
  if (of !== post) {
    setOf(post);
    select({ type: 'refreshed', post: of, fresh: post });
  }
  return [selection, select];
}
