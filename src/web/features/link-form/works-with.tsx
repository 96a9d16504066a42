import { worksWith } from '#messages/works-with.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import styles from './works-with.module.css';

/** Renders the platforms whose links the form accepts. Only the server renders it. */
export const WorksWith = () => (
  <p className={styles.works}>
    {text(worksWith, 'label')}
    {PLATFORMS.map(({ id, name, glyph }) => (
      <span key={id}>
        <PlatformGlyph glyph={glyph} className={styles.glyph} />
        {name}
      </span>
    ))}
  </p>
);
