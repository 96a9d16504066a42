import { CircleAlert } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { generalSection } from '#messages/general-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { type StoredLogo, storedLogoSchema } from '#shared/contract/admin-settings.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { notifyError } from '../../../../state/notices.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import type { DraftFields } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SettingRow } from '../../setting-row.tsx';
import styles from './logo-row.module.css';
import type { BrandComponent } from './site-preview.tsx';

/** State of the logo in the section; changes are saved only by Save Changes. */
export interface LogoState {
  /** Data URL of the logo; null for the default logo. */
  readonly shown: string | null;
  /** Description of the picture: name or dimensions, and size. */
  readonly about: string;
  readonly error: string | null;
  readonly uploading: boolean;
  readonly choose: (file: File) => Promise<void>;
  readonly remove: () => void;
}

/** Returns why a file cannot be a logo, before it is uploaded, or null. The server checks its bytes. */
function faultOf({ type, size }: File): string | null {
  if (!type.startsWith('image/') || type.startsWith('image/svg'))
    return text(panelOutcomes, 'logoNotAnImage');
  return size > LOGO_MAX_BYTES ? text(panelOutcomes, 'logoTooLarge') : null;
}

interface Picture {
  readonly stored: StoredLogo;
  readonly name: string;
  readonly bytes: number;
}

const aboutOf = (stored: StoredLogo | null, picture: Picture | undefined): string => {
  if (stored === null) return text(generalSection, 'noLogo');
  if (picture !== undefined)
    return text(generalSection, 'file', { name: picture.name, size: formatBytes(picture.bytes) });
  return text(generalSection, 'file', {
    name: text(generalSection, 'measures', { width: stored.width, height: stored.height }),
    size: formatBytes(stored.bytes),
  });
};

/** Returns the draft's logo: one uploaded since the section was opened, else the saved one. */
export function useLogo(draft: DraftFields<'logo'>, saved: StoredLogo | null): LogoState {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);
  const { logo: hash } = draft.values;
  const picture = pictures.find(({ stored }) => stored.hash === hash);
  const stored = hash === null ? null : (picture?.stored ?? (saved?.hash === hash ? saved : null));
  const fail = (sentence: string) => {
    setError(sentence);
    notifyError(sentence, 'silent');
  };
  const choose = async (file: File) => {
    const fault = faultOf(file);
    if (fault !== null) return fail(fault);
    setError(null);
    setUploading(true);
    const answer = await callAsAccount('/api/admin/logo', {
      method: 'POST',
      file,
      responseSchema: storedLogoSchema,
    });
    setUploading(false);
    if (!answer.ok) return fail(answer.detail);
    setPictures((known) => [{ stored: answer.value, name: file.name, bytes: file.size }, ...known]);
    draft.edit({ logo: answer.value.hash });
  };
  const remove = () => {
    setError(null);
    draft.edit({ logo: null });
  };
  return {
    shown: stored?.dataUrl ?? null,
    about: aboutOf(stored, picture),
    error,
    uploading,
    choose,
    remove,
  };
}

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

/** Accepts a file dropped on an element. Returns `over` (whether a file is dragged above it) and the event handlers. */
function useDrop(take: (file: File) => void) {
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) take(file);
      },
    },
  };
}

/** Renders the logo at the header's size and at its largest size, on both canvases. */
const Sizes = ({ logo }: { logo: string }) => (
  <figure className={styles.sizes} aria-label={text(generalSection, 'sizes')}>
    {(['light', 'dark'] as const).map((theme) => (
      <div key={theme} className={classNames(styles.canvas, styles[theme])}>
        <img src={logo} alt="" className={styles.small} />
        <img src={logo} alt="" className={styles.large} />
        <span>{theme === 'light' ? text(generalSection, 'onLight') : text(generalSection, 'onDark')}</span>
      </div>
    ))}
  </figure>
);

/** Renders the button that opens the browser's file picker. */
function FileButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        className="sr"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="logo-file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // Allows the same file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="small" unavailable={busy} onClick={() => input.current?.click()}>
        {busy && <Spinner />}
        {text(generalSection, 'choose')}
      </Button>
    </>
  );
}

/** Renders the row to choose, drop and remove the logo. */
export function LogoRow({ logo, Brand }: { logo: LogoState; Brand: BrandComponent }) {
  const take = (file: File) => {
    if (!logo.uploading) void logo.choose(file);
  };
  const { over, handlers } = useDrop(take);
  return (
    <SettingRow
      heading={text(generalSection, 'logo')}
      help={text(generalSection, 'logoHelp')}
      headingId="logo"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own legend; the row's heading names it */}
      <div
        role="group"
        aria-labelledby="logo"
        className={classNames(styles.drop, over && styles.over)}
        {...handlers}
      >
        <div className={styles.picture}>
          {logo.shown === null ? <Brand title="" logo={null} /> : <img src={logo.shown} alt="" />}
        </div>
        <div className={styles.words}>
          <b>{over ? text(generalSection, 'dropNow') : text(generalSection, 'drop')}</b>
          <p role="status" className={styles.about}>
            {logo.uploading ? text(generalSection, 'uploading') : logo.about}
          </p>
          <div className={styles.buttons}>
            <FileButton busy={logo.uploading} onFile={take} />
            {logo.shown !== null && (
              <Button
                look="ghost"
                size="small"
                unavailable={logo.uploading}
                className={styles.remove}
                onClick={logo.remove}
              >
                {text(generalSection, 'remove')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <div role="alert">
        {logo.error !== null && (
          <p className={styles.error}>
            <CircleAlert aria-hidden className="ic-s" />
            {logo.error}
          </p>
        )}
      </div>
      {logo.shown !== null && <Sizes logo={logo.shown} />}
    </SettingRow>
  );
}
