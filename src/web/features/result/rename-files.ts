import type { MediaKind } from '#shared/contract/content-type.ts';
import type { Post, Quality } from '#shared/contract/preview.ts';
import { captionsFilename, mediaFilename, postFilenames } from '#shared/format/filename.ts';

const kindOf = ({ mime }: Quality): MediaKind => {
  if (mime.startsWith('image/')) return 'photo';
  return mime.startsWith('audio/') ? 'audio' : 'video';
};

/** Returns the post with the file names that `template` gives, in place of the names of the site. */
export function renameFiles(post: Post, template: string, date: Date): Post {
  const files = post.items.map(({ qualities }) =>
    qualities.map((quality) => ({ ...quality, kind: kindOf(quality) })),
  );
  const names = postFilenames(template, post, files, date);
  return {
    ...post,
    items: post.items.map((item, index) => ({
      ...item,
      qualities: item.qualities.map((quality, place) => ({
        ...quality,
        filename: names[index]?.[place] ?? quality.filename,
      })),
    })),
    ...(post.captions && {
      captions: post.captions.map((file) => ({
        ...file,
        filename: captionsFilename(template, post, file, date),
      })),
    }),
  };
}

/** Returns the name of the ZIP with the files of a set: the template with the type of the post, without position and quality. */
export const zipNameOf = ({ platform, id, username, type }: Post, template: string, date: Date): string =>
  mediaFilename(template, { platform, id, username, kind: type, date, extension: 'zip' });

/** Returns 'posts_{date}.zip', the name of a ZIP with the files of several posts; the date in UTC. */
export const zipNameOfPosts = (date: Date): string => `posts_${date.toISOString().slice(0, 10)}.zip`;
