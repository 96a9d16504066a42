import type { Page } from 'playwright-core';
import { axeViolations } from './axe.ts';

/** The combinations to check; each theme and each size occurs once. */
const LOOKS = [
  { colorScheme: 'light', size: { width: 1280, height: 900 } },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
] as const;

/**
 * Returns axe's violations on the current page: in the light theme at desktop size, in the dark theme at phone size.
 */
export const axeFindings = async (page: Page): Promise<string[]> => {
  const findings: string[] = [];
  for (const { colorScheme, size } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    findings.push(...(await axeViolations(page)).map((violation) => `${colorScheme} ${violation}`));
  }
  return findings;
};

/** Returns the section's controls smaller than 44 px, which a finger might miss; a checkbox counts with its label. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, input, select)')].flatMap((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      return width > 0 && (width < 44 || height < 44) ? [control.outerHTML.slice(0, 120)] : [];
    }),
  );
