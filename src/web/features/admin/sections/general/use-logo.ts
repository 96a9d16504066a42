import { useState } from 'react';
import { type StoredLogo, storedLogoSchema } from '#shared/contract/admin-settings.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { GENERAL } from '#shared/general-section-messages.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { notifyError } from '../../../../state/notices.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import type { GeneralDraft } from './general-draft.ts';

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
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return PANEL_MESSAGES.logoNotAnImage;
  return size > LOGO_MAX_BYTES ? PANEL_MESSAGES.logoTooLarge : null;
}

interface Picture {
  readonly stored: StoredLogo;
  readonly name: string;
  readonly bytes: number;
}

const aboutOf = (stored: StoredLogo | null, picture: Picture | undefined): string => {
  if (stored === null) return GENERAL.noLogo;
  if (picture !== undefined) return GENERAL.file(picture.name, formatBytes(picture.bytes));
  return GENERAL.file(GENERAL.measures(stored.width, stored.height), formatBytes(stored.bytes));
};

/** Returns the draft's logo: one uploaded since the section was opened, else the saved one. */
export function useLogo(draft: GeneralDraft, saved: StoredLogo | null): LogoState {
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
