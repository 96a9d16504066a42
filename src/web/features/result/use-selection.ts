import { type Dispatch, useReducer } from 'react';
import type { Post } from '#shared/contract/preview.ts';
import { initialSelection, reduceSelection, type Selection, type SelectionEvent } from './selection.ts';

/** What is picked of `post`, and the way to change it. A component that shows another post must be keyed by it. */
export const useSelection = (post: Post): readonly [Selection, Dispatch<SelectionEvent>] =>
  useReducer(reduceSelection, post, initialSelection);
