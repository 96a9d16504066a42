import type { Post } from '#shared/contract/preview.ts';
import type { PreviewFailure } from '../../lib/api-client.ts';

/** A state the visitor can stay in. */
export type Settled =
  | { readonly name: 'idle' }
  | { readonly name: 'shown'; readonly post: Post }
  | { readonly name: 'failed'; readonly failure: PreviewFailure };

/** The home flow (specification section 4). A bad link falls back to what stood `behind` the validating. */
export type Flow =
  | Settled
  | { readonly name: 'validating'; readonly behind: Settled }
  | { readonly name: 'loading' };

export type FlowEvent =
  | { readonly type: 'submitted' }
  | { readonly type: 'refused' }
  | { readonly type: 'accepted' }
  | { readonly type: 'succeeded'; readonly post: Post }
  | { readonly type: 'failed'; readonly failure: PreviewFailure }
  /** The same post again, with fresh media links. */
  | { readonly type: 'refreshed'; readonly post: Post }
  /** Cancel and Try Again: the error and the preview go, the link stays in its field. */
  | { readonly type: 'cleared' };

export const IDLE: Flow = { name: 'idle' };

const behindOf = (flow: Flow): Settled => {
  if (flow.name === 'validating') return flow.behind;
  return flow.name === 'loading' ? { name: 'idle' } : flow;
};

/** A set that has more or fewer files now is another one: what was chosen of the one on show could not be told in it. */
const isSamePost = (one: Post, two: Post): boolean =>
  one.id === two.id && one.items.length === two.items.length;

/** The next state. An event that does not belong to the state it meets changes nothing. */
export function reduceFlow(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'submitted':
      return { name: 'validating', behind: behindOf(flow) };
    case 'refused':
      return flow.name === 'validating' ? flow.behind : flow;
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
    case 'cleared':
      return IDLE;
  }
}

/** What stands on the page: while a new link is only being looked at, the same as before. */
export const onShow = (flow: Flow): Exclude<Flow, { name: 'validating' }> =>
  flow.name === 'validating' ? flow.behind : flow;
