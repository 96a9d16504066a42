import type { Post } from '#shared/contract/preview.ts';
import type { RefusedPreview } from '../../lib/preview-client.ts';

/** State of the preview while no link is validated and no preview loads. */
export type SettledState =
  | { readonly name: 'idle' }
  | { readonly name: 'shown'; readonly post: Post }
  | { readonly name: 'failed'; readonly failure: RefusedPreview };

/**
 * State of the preview on the home page. A rejected link returns from `validating` to the `previous` state, which is never an error,
 * because the form then shows the error of the link.
 */
export type Flow =
  | SettledState
  | { readonly name: 'validating'; readonly previous: Exclude<SettledState, { name: 'failed' }> }
  | { readonly name: 'loading' };

export type FlowEvent =
  | { readonly type: 'submitted' }
  | { readonly type: 'refused' }
  | { readonly type: 'accepted' }
  | { readonly type: 'succeeded'; readonly post: Post }
  | { readonly type: 'failed'; readonly failure: RefusedPreview }
  /** `post` is the shown post with refreshed media links. Ignored if another post is shown. */
  | { readonly type: 'refreshed'; readonly post: Post }
  /** The form shows an error or a hint of its own. Removes the error of the preview, but not a shown preview. */
  | { readonly type: 'error-replaced' }
  /** Removes the error or the preview, for example when the visitor presses Cancel or Try Again; the link stays in its field. */
  | { readonly type: 'cleared' };

export const IDLE = { name: 'idle' } as const satisfies Flow;

const previewOf = (flow: Flow) => {
  if (flow.name === 'validating') return flow.previous;
  return flow.name === 'shown' ? flow : IDLE;
};

/**
 * Returns whether two previews are of the same post and have equally many items. Otherwise the visitor's selection could not be
 * transferred.
 */
const isSamePost = (one: Post, two: Post): boolean =>
  one.id === two.id && one.items.length === two.items.length;

/** Returns the next state. Events that do not apply to the current state are ignored. */
export function reduceFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'submitted':
      return { name: 'validating', previous: previewOf(flow) };
    case 'refused':
      return flow.name === 'validating' ? flow.previous : flow;
    case 'accepted':
      return flow.name === 'validating' ? { name: 'loading' } : flow;
    case 'succeeded':
      return flow.name === 'loading' ? { name: 'shown', post: event.post } : flow;
    case 'failed':
      return flow.name === 'loading' ? { name: 'failed', failure: event.failure } : flow;
    case 'refreshed':
      return flow.name === 'shown' && isSamePost(flow.post, event.post)
        ? { name: 'shown', post: event.post }
        : flow;
    case 'error-replaced':
      return flow.name === 'failed' ? IDLE : flow;
    case 'cleared':
      return IDLE;
  }
}

/** Returns the state to render. While a new link is validated, this is the previous state, so that the earlier preview stays visible. */
export const visibleState = (flow: Flow): Exclude<Flow, { name: 'validating' }> =>
  flow.name === 'validating' ? flow.previous : flow;
