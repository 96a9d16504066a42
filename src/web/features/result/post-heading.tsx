import { ArrowUpRight, Images } from 'lucide-react';
import type { Post } from '#shared/contract/preview.ts';
import { postName, RESULT_TEXT } from '#shared/result-messages.ts';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { detailOf, handleOf } from './describe-post.ts';
import styles from './post-heading.module.css';

/** Renders the author, the kind of post and a link to the original. */
export function PostHeading({ post }: { post: Post }) {
  const handle = handleOf(post);
  const detail = detailOf(post);
  const below = [handle === null ? null : postName(post), detail].filter((part) => part !== null);
  return (
    <div className={styles.who}>
      <span className={styles.glyph}>
        {post.platform === 'sample' ? (
          <Images aria-hidden className="ic" />
        ) : (
          <PlatformGlyph platform={post.platform} className="ic" />
        )}
      </span>
      <div className={styles.words}>
        <h2 className={styles.name} dir="auto">
          {handle ?? postName(post)}
        </h2>
        {below.length > 0 && <p className={styles.meta}>{below.join(', ')}</p>}
      </div>
      {post.platform !== 'sample' && (
        <a
          className={styles.original}
          href={post.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={RESULT_TEXT.openOriginal}
        >
          <ArrowUpRight aria-hidden className="ic" />
        </a>
      )}
    </div>
  );
}
