import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { MediaSource } from '../../outbound/media-source.ts';
import type { ExtractedItem, Rendition } from '../../platforms/reading/extracted-post.ts';
import { serverPlatformOf } from '../../platforms/server-platforms.ts';
import type { ReadMedia } from './provider-media.ts';

/**
 * Groups a provider's flat list of media into the items of the post. Each picture is an item, all qualities of a clip are one item, and
 * sounds belong to the only clip or form the last item.
 */
export function groupItems(
  medias: readonly ReadMedia[],
  link: ParsedLink,
  thumbnail: MediaSource | null,
): readonly ExtractedItem[] {
  const unique = uniqueByFile(medias);
  const sounds = unique.filter(({ rendition }) => rendition.kind === 'audio');
  const visuals = unique.filter(({ rendition }) => rendition.kind !== 'audio');
  const groups = groupVisuals(visuals, isSetOfClips(visuals, link));
  const clips = groups.filter(([first]) => first?.rendition.kind === 'video');
  const only = clips.length === 1 ? clips[0] : undefined;
  if (only !== undefined) only.push(...sounds);
  else if (sounds.length > 0) groups.push(sounds);
  return groups.slice(0, POST_ITEMS_MAX).map((group) => toItem(group, thumbnail));
}

function groupVisuals(visuals: readonly ReadMedia[], clipsStandAlone: boolean): ReadMedia[][] {
  const groups: ReadMedia[][] = [];
  let clip: ReadMedia[] | null = null;
  for (const media of visuals) {
    if (media.rendition.kind === 'video' && clip !== null && !clipsStandAlone) {
      clip.push(media);
      continue;
    }
    const group = [media];
    if (media.rendition.kind === 'video') clip = group;
    groups.push(group);
  }
  return groups;
}

/**
 * Returns whether each clip in the list is an item of its own. On platforms that have sets of clips, the list does not mark
 * them: two clips of the same quality are different clips, and next to pictures every clip is an item.
 */
function isSetOfClips(visuals: readonly ReadMedia[], link: ParsedLink): boolean {
  if (serverPlatformOf(link.platform)?.hasSetsOfClips !== true) return false;
  const clips = visuals.filter(({ rendition }) => rendition.kind === 'video');
  if (clips.length < visuals.length) return true;
  const names = new Set(clips.map(({ rendition }) => `${rendition.quality} ${rendition.extension}`));
  return names.size < clips.length;
}

function toItem(group: readonly ReadMedia[], postThumbnail: MediaSource | null): ExtractedItem {
  const renditions: readonly Rendition[] = group.map(({ rendition }) => rendition);
  const kind = renditions[0]?.kind ?? 'video';
  const sized = renditions.find(({ width, height }) => width !== null && height !== null);
  const own = group.map(({ thumbnail }) => thumbnail).find((source) => source !== null);
  const fallback = kind === 'photo' ? (renditions[0]?.source ?? null) : postThumbnail;
  return {
    kind,
    thumbnail: own ?? fallback,
    width: sized?.width ?? null,
    height: sized?.height ?? null,
    duration: kind === 'photo' ? null : (group.find(({ duration }) => duration !== null)?.duration ?? null),
    renditions,
  };
}

function uniqueByFile(medias: readonly ReadMedia[]): readonly ReadMedia[] {
  const seen = new Set<string>();
  return medias.filter(({ rendition }) => {
    if (rendition.source.kind !== 'upstream' || seen.has(rendition.source.url)) return false;
    seen.add(rendition.source.url);
    return true;
  });
}
