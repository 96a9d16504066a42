import { CircleAlert } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { generalSection } from '#messages/general-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { pictureSettings } from '#messages/picture-settings.ts';
import { type StoredPicture, storedPictureSchema } from '#shared/contract/admin-settings.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { useDropTarget } from '../../../../state/drop-target.ts';
import { dismissErrors, notifyError } from '../../../../state/notices.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import type { DraftFields } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SettingRow } from '../../setting-row.tsx';
import styles from './site-logo-row.module.css';

/**
 * Component that renders the title and the logo of the site, or the default logo. The page passes it in, because it belongs to another
 * feature.
 */
export type BrandComponent = ComponentType<{ title: string; logo: string | null }>;

/** The logo in the draft, and the functions that change it. Only Save Changes saves it. */
interface DraftLogo {
  /** Data URL of the picture; null for the built-in one. */
  readonly dataUrl: string | null;
  /** Description of the picture: its file name or its dimensions, and its size; or that there is none. */
  readonly description: string;
  readonly error: string | null;
  readonly isUploading: boolean;
  readonly choose: (file: File) => Promise<void>;
  readonly remove: () => void;
}

/**
 * Returns why a file cannot be a picture of the site, before it is uploaded; null if it can be. The server checks the bytes of the file.
 */
function faultOf({ type, size }: File): string | null {
  if (!type.startsWith('image/') || type.startsWith('image/svg'))
    return text(panelOutcomes, 'logoNotAnImage');
  return size > LOGO_MAX_BYTES ? text(panelOutcomes, 'logoTooLarge') : null;
}

interface Upload {
  readonly stored: StoredPicture;
  readonly name: string;
  readonly bytes: number;
}

const aboutOf = (stored: StoredPicture | null, upload: Upload | undefined): string => {
  if (stored === null) return text(pictureSettings, 'logo.none');
  if (upload !== undefined)
    return text(generalSection, 'file', { name: upload.name, size: formatBytes(upload.bytes) });
  return text(generalSection, 'file', {
    name: text(generalSection, 'measures', { width: stored.width, height: stored.height }),
    size: formatBytes(stored.bytes),
  });
};

/**
 * Returns the logo in the draft, with the functions that upload and remove it. Until Save Changes, an uploaded logo is only in the draft.
 * `saved` is the stored logo.
 */
export function useLogo(draft: DraftFields<'logo'>, saved: StoredPicture | null): DraftLogo {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);
  const fail = (sentence: string) => {
    setError(sentence);
    notifyError(sentence, 'silent');
  };
  const choose = async (file: File) => {
    // The error of the attempt before is no longer current.
    dismissErrors();
    const fault = faultOf(file);
    if (fault !== null) return fail(fault);
    setError(null);
    setUploading(true);
    const answer = await callAsAccount('/api/admin/logo', {
      method: 'POST',
      file,
      responseSchema: storedPictureSchema,
    });
    setUploading(false);
    if (!answer.ok) return fail(answer.detail);
    setUploads((known) => [{ stored: answer.value, name: file.name, bytes: file.size }, ...known]);
    draft.edit({ logo: answer.value.hash });
  };
  const remove = () => {
    dismissErrors();
    setError(null);
    draft.edit({ logo: null });
  };
  const hash = draft.values.logo;
  const upload = uploads.find(({ stored }) => stored.hash === hash);
  const before = saved?.hash === hash ? saved : null;
  const stored = hash === null ? null : (upload?.stored ?? before);
  const description = aboutOf(stored, upload);
  return { dataUrl: stored?.dataUrl ?? null, description, error, isUploading, choose, remove };
}

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

const isFile = (types: readonly string[]): boolean => types.includes('Files');

/** Renders a picture in the size that the header has and in the largest size, on a light and on a dark background. */
const Sizes = ({ picture }: { picture: string }) => (
  <figure className={styles.sizes} aria-label={text(generalSection, 'sizes')}>
    {(['light', 'dark'] as const).map((theme) => (
      <div key={theme} className={classNames(styles.canvas, styles[theme])}>
        <img src={picture} alt="" className={styles.small} />
        <img src={picture} alt="" className={styles.large} />
        <span>{theme === 'light' ? text(generalSection, 'onLight') : text(generalSection, 'onDark')}</span>
      </div>
    ))}
  </figure>
);

/** Renders the button that opens the browser's file picker. `onFile` gets the chosen file. */
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
export function SiteLogoRow({ logo, Brand }: { logo: DraftLogo; Brand: BrandComponent }) {
  const take = (file: File) => {
    if (!logo.isUploading) void logo.choose(file);
  };
  const { isDraggedOver, handlers } = useDropTarget(isFile, ({ files }) => {
    if (files[0] !== undefined) take(files[0]);
  });
  return (
    <SettingRow
      heading={text(pictureSettings, 'logo')}
      help={text(pictureSettings, 'logo.help')}
      headingId="logo"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own legend; the row's heading names it */}
      <div
        role="group"
        aria-labelledby="logo"
        className={classNames(styles.drop, isDraggedOver && styles.over)}
        {...handlers}
      >
        <div className={styles.picture}>
          {logo.dataUrl === null ? <Brand title="" logo={null} /> : <img src={logo.dataUrl} alt="" />}
        </div>
        <div className={styles.words}>
          <b>{isDraggedOver ? text(generalSection, 'dropNow') : text(generalSection, 'drop')}</b>
          <p role="status" className={styles.about}>
            {logo.isUploading ? text(generalSection, 'uploading') : logo.description}
          </p>
          <div className={styles.buttons}>
            <FileButton busy={logo.isUploading} onFile={take} />
            {logo.dataUrl !== null && (
              <Button
                look="ghost"
                size="small"
                unavailable={logo.isUploading}
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
          <FieldMessage tone="error" icon={CircleAlert}>
            {logo.error}
          </FieldMessage>
        )}
      </div>
      {logo.dataUrl !== null && <Sizes picture={logo.dataUrl} />}
    </SettingRow>
  );
}
