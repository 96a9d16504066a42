import type { Page } from 'playwright-core';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
export const PHONE = {
  userAgent: IPHONE,
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
};

export interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
}

interface Sheet {
  /** What each opening of the sheet took. */
  readonly rounds: SharedFile[][];
  /** How the sheet ends from now on. */
  end: 'taken' | 'closed' | 'failed' | 'silent';
}

/**
 * Replaces the share sheet, which a test cannot press, by one that takes at most `most` files at once and, like a real one, opens only
 * after a tap, which it uses up.
 */
export const stubSheet = (page: Page, most: number): Promise<unknown> =>
  page.addInitScript((limit) => {
    const sheet: Sheet = { rounds: [], end: 'taken' };
    let isTapped = false;
    addEventListener(
      'click',
      ({ isTrusted }) => {
        isTapped ||= isTrusted;
      },
      true,
    );
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ isActive: isTapped }) });
    Object.assign(globalThis, { sheet });
    navigator.canShare = (data) => (data?.files?.length ?? 0) > 0 && (data?.files?.length ?? 0) <= limit;
    navigator.share = async (data) => {
      if (!isTapped) throw new DOMException('no tap', 'NotAllowedError');
      isTapped = false;
      if (sheet.end === 'closed') throw new DOMException('closed', 'AbortError');
      if (sheet.end === 'failed') throw new DOMException('refused', 'NotAllowedError');
      const round = (data?.files ?? []).map(async (file) => {
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
        const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        return { name: file.name, type: file.type, sha256 };
      });
      sheet.rounds.push(await Promise.all(round));
      if (sheet.end === 'silent') await new Promise(() => undefined);
    };
  }, most);

const sheetOf = (page: Page): Promise<Sheet> =>
  page.evaluate(() => (globalThis as unknown as { sheet: Sheet }).sheet);

/** Returns what the sheet has taken, by its openings. */
export const roundsOf = async (page: Page): Promise<readonly (readonly SharedFile[])[]> =>
  (await sheetOf(page)).rounds;

/** Decides how the sheet ends from now on. `silent`: it takes the files and never says so. */
export const setSheetEnd = (page: Page, end: Sheet['end']): Promise<void> =>
  page.evaluate((next) => {
    (globalThis as unknown as { sheet: Sheet }).sheet.end = next;
  }, end);
