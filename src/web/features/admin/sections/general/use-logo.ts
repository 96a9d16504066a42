import { useState } from 'react';
import { type StoredLogo, storedLogoSchema } from '#shared/contract/admin-settings.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { GENERAL } from '#shared/general-section-messages.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { notifyError } from '../../../../state/notices.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import type { GeneralDraft } from './general-draft.ts';

/** The logo as the section shows it; nothing is saved before Save Changes. */
export interface LogoState {
  /** A data URL; null for the mark. */
  readonly shown: string | null;
  /** A line about the picture. */
  readonly about: string;
  readonly error: string | null;
  readonly uploading: boolean;
  readonly choose: (file: File) => Promise<void>;
  readonly remove: () => void;
}

/** Why a file cannot be a logo, before it is sent (specification section 5); the server looks at its bytes. */
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

/** The logo of the draft: what was uploaded in this visit, else the saved one. */
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
