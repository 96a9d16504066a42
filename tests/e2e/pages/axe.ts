import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Returns axe's violations on the current page, in the form `rule: elements`. The builder's second, empty page, which serves
 * cross-origin frames, is not opened: it would take as long as the check.
 */
export const axeViolations = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};
