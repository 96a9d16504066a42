import type { HttpServer } from '../http/route-schema.ts';
import { sharePageHosts } from '../platforms/platform-hosts.ts';
import { choiceOf } from './engine-choice.ts';
import { createPreview, type PreviewParts } from './preview.ts';
import { createResolutionCache } from './resolution-cache.ts';
import { registerPreviewRoute } from './routes/preview-route.ts';

interface PostsParts extends Omit<PreviewParts, 'choice' | 'cache' | 'pageHosts'> {
  readonly engineSettings: { readonly current: () => Parameters<typeof choiceOf>[0] };
}

/** Opens the way from a link to its post, with the engines in the owner's order. */
export const openPosts = ({ engineSettings, ...parts }: PostsParts) =>
  createPreview({
    ...parts,
    choice: () => choiceOf(engineSettings.current()),
    cache: createResolutionCache(parts.registry.clock.now),
    pageHosts: sharePageHosts,
  });

/** Serves previews of posts. */
export const postsPlugin = (parts: Parameters<typeof registerPreviewRoute>[1]) => async (app: HttpServer) =>
  registerPreviewRoute(app, parts);
