import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits two frames and a timer, after which a lifted row has its measurements and listeners. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/** Returns the last text of the assertive live region. */
const spoken = (page: Page) => page.getByTestId('live-assertive').textContent();
const untilSpoken = async (page: Page, words: string): Promise<void> => {
  await expect.poll(() => spoken(page)).toContain(words);
};

/** Moves a row down by one with the keyboard alone, and checks the announcements on the way. */
export const dragDownByKeys = async (
  page: Page,
  name: string,
  from: number,
  count: number,
): Promise<void> => {
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await untilSpoken(page, `${name} picked up, position ${String(from)} of ${String(count)}`);
  await settle(page);
  await page.keyboard.press('ArrowDown');
  await untilSpoken(page, `${name}, position ${String(from + 1)} of ${String(count)}`);
  await page.keyboard.press('Space');
  await untilSpoken(page, `${name} dropped, position ${String(from + 1)} of ${String(count)}`);
};

/** Lifts a row, moves it and cancels. */
export const dragAndCancel = async (page: Page, name: string, from: number, count: number): Promise<void> => {
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await untilSpoken(page, `${name} picked up`);
  await settle(page);
  await page.keyboard.press('ArrowDown');
  await untilSpoken(page, `${name}, position ${String(from + 1)} of ${String(count)}`);
  await page.keyboard.press('Escape');
  await untilSpoken(page, `Move cancelled. ${name} is back at position ${String(from)} of ${String(count)}`);
};

/** Drags a row onto another with the pointer. */
export const dragByPointer = async (page: Page, name: string, onto: string, words: string): Promise<void> => {
  const middle = async (label: string) => {
    const box = (await page.getByRole('button', { name: `Move ${label}`, exact: true }).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).scrollIntoViewIfNeeded();
  const [start, end] = [await middle(name), await middle(onto)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + Math.sign(end.y - start.y) * 8);
  await untilSpoken(page, `${name} picked up`);
  await settle(page);
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await untilSpoken(page, words);
  await page.mouse.up();
  await untilSpoken(page, `${name} dropped`);
  // dnd-kit swallows every click for 50 ms after a drop, so that the drop is none itself; no person presses a button that soon.
  await page.waitForTimeout(100);
};

/** Chooses an action in the row's menu. */
export const chooseInMenu = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
