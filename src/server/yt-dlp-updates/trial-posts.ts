import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import { checkPostsOf } from '../platforms/check-posts.ts';
import type { TrialPosts } from './trial.ts';

/** What the owner has chosen: which platforms are on, and self-test posts as canonical links. */
export interface ChosenPosts {
  readonly platforms: Readonly<Record<PlatformId, boolean>>;
  readonly canaries: Readonly<Record<PlatformId, readonly string[]>>;
}

const NO_CANARIES = byPlatform((): readonly string[] => []);

/**
 * Returns the posts to try a program with, for each platform that is on: those of the owner that the program can read (`supports`), else
 * the built-in ones.
 */
export const trialPostsOf = (
  { platforms, canaries }: ChosenPosts,
  supports: (link: ParsedLink) => boolean,
): readonly TrialPosts[] =>
  PLATFORM_IDS.filter((platform) => platforms[platform]).flatMap((platform) => {
    const candidates = [canaries, NO_CANARIES].map((posts) =>
      checkPostsOf(platform, posts).flatMap(({ link }) => (supports(link) ? link : [])),
    );
    const links = candidates.find((found) => found.length > 0);
    return links === undefined ? [] : [{ platform, links }];
  });
