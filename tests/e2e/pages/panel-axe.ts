import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;

/** What axe finds on the page as it stands, in both themes, on a computer and a phone. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      const { violations } = await new AxeBuilder({ page }).analyze();
      findings.push(
        ...violations.map(
          ({ id, nodes }) =>
            `${colorScheme} ${String(size.width)} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        ),
      );
    }
  }
  return findings;
};

/** What a finger could miss: controls of the section smaller than 44 px; a box counts with its label. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, input, select)')].flatMap((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      return width > 0 && (width < 44 || height < 44) ? [control.outerHTML.slice(0, 120)] : [];
    }),
  );
