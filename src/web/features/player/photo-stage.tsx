import { ImageOff, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { player } from '#messages/player.ts';
import { text } from '#shared/messages/text.ts';
import { mediaName } from '../../lib/media-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useBrokenImage } from '../../ui/use-broken-image.ts';
import styles from './photo-stage.module.css';

interface PhotoStageProps {
  /** Inline media link of the picture. */
  src: string;
  /** '@name'; null if unknown. */
  handle: string | null;
}

/** Renders a photo; a click opens it over the whole screen. Shows a placeholder if it fails to load. */
export function PhotoStage({ src, handle }: PhotoStageProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBroken, imageProps } = useBrokenImage();
  const [open, setOpen] = useState(false);
  const name = mediaName('photo', handle);
  if (isBroken) {
    return (
      <div className={styles.placeholder} data-testid="photo-placeholder">
        <ImageOff aria-hidden className="ic-l" />
        <p>{text(player, 'photoUnavailable')}</p>
      </div>
    );
  }
  const openDialog = (): void => {
    setOpen(true);
    dialog.current?.showModal();
  };
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className={`media-focus ${styles.open}`}
        aria-label={`${name}. ${text(player, 'viewFullScreen')}`}
        onClick={openDialog}
      >
        <img
          src={src}
          alt=""
          className={styles.photo}
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          {...imageProps}
        />
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-label={name} onClose={() => setOpen(false)}>
        {open && (
          <img src={src} alt={name} className={styles.photo} draggable={false} referrerPolicy="no-referrer" />
        )}
        <IconButton label={text(player, 'closeFullScreen')} className={styles.close} onClick={close}>
          <X aria-hidden className="ic" />
        </IconButton>
      </dialog>
    </>
  );
}
