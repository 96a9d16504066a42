import { expect } from 'vitest';
import type { EnginePage, InputSource, Plain } from './engine.ts';

/** Element by CSS and, where given, its name: the label or the text, whole or as a part. */
export interface Target {
  readonly css: string;
  readonly name?: string;
  readonly part?: string;
}

/** Keys as WebDriver names them. */
export const KEY = { control: '\uE009', enter: '\uE007', escape: '\uE00C', tab: '\uE004' } as const;

const press = (keys: readonly string[]): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
  ],
});

/** What a visitor does on a page, with real input, in any engine. Every method waits for what it needs. */
export class EngineVisit {
  readonly page: EnginePage;

  constructor(page: EnginePage) {
    this.page = page;
  }

  /** Opens a page of the product and waits until it is interactive. */
  async open(url: string): Promise<void> {
    await this.page.load(url);
    await this.until(() => document.documentElement.hasAttribute('data-hydrated'));
    await this.page.run(() => {
      const log: string[] = [];
      Object.assign(globalThis, { toastLog: log });
      const look = (): void => {
        for (const toast of document.querySelectorAll('[data-testid="toast"]')) {
          const words = (toast.textContent ?? '').trim();
          if (log.at(-1) !== words) log.push(words);
        }
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    });
  }

  /** Waits until a function in the page returns true. */
  async until<Args extends readonly Plain[]>(
    script: (...args: Args) => boolean,
    ...args: Args
  ): Promise<void> {
    await expect.poll(() => this.page.run(script, ...args), { message: script.toString() }).toBe(true);
  }

  async toasted(words: string): Promise<void> {
    await this.until(
      (wanted) =>
        (globalThis as unknown as { toastLog: string[] }).toastLog.some((toast) => toast.includes(wanted)),
      words,
    );
  }

  /** Returns the number of visible elements. */
  count(target: Target): Promise<number> {
    return this.page.run(
      ({ css, name, part }) => {
        const nameOf = (element: Element): string =>
          (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/gu, ' ').trim();
        return [...document.querySelectorAll(css)].filter(
          (element) =>
            element.getClientRects().length > 0 &&
            (name === undefined || nameOf(element) === name) &&
            (part === undefined || nameOf(element).includes(part)),
        ).length;
      },
      { ...target },
    );
  }

  async waitFor(target: Target): Promise<void> {
    await expect.poll(() => this.count(target), { message: JSON.stringify(target) }).toBeGreaterThan(0);
  }

  async waitUntilGone(target: Target): Promise<void> {
    await expect.poll(() => this.count(target), { message: `${JSON.stringify(target)} is gone` }).toBe(0);
  }

  /** Scrolls to the element and clicks its middle, once it rests there and nothing covers it. */
  async click(target: Target): Promise<void> {
    const place = (): Promise<string> =>
      this.page.run(
        async ({ css, name, part }) => {
          const nameOf = (element: Element): string =>
            (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/gu, ' ').trim();
          const element = [...document.querySelectorAll(css)].find(
            (one) =>
              one.getClientRects().length > 0 &&
              (name === undefined || nameOf(one) === name) &&
              (part === undefined || nameOf(one).includes(part)),
          );
          if (element === undefined) return 'absent';
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const middle = (): readonly [number, number] => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [Math.round(x + width / 2), Math.round(y + height / 2)];
          };
          const before = middle();
          await new Promise((resolve) => setTimeout(resolve, 60));
          const [x, y] = middle();
          if (before[0] !== x || before[1] !== y) return 'moving';
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (element.contains(hit) || hit.contains(element))
            ? `at ${String(x)} ${String(y)}`
            : `under ${String(x)} ${String(y)} ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`;
        },
        { ...target },
      );
    // The controls of a player appear under a mouse that moves, also over them, and stay for three seconds: the mouse moves beside the
    // middle first, so that it moves right before the press, too.
    const beside = await this.#restingPlace(place, target, /^(?:at|under) (\d+) (\d+)/u);
    await this.#mouse([{ ...beside, x: beside.x + 1 }]);
    const at = await this.#restingPlace(place, target, /^at (\d+) (\d+)/u);
    // The page draws what the movement changes before the press, as under a hand.
    const pause = { type: 'pause', duration: 100 };
    await this.#mouse([at, pause, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }

  async #restingPlace(place: () => Promise<string>, target: Target, form: RegExp) {
    let found = '';
    await expect
      .poll(
        async () => {
          found = await place();
          return found;
        },
        { message: JSON.stringify(target) },
      )
      .toMatch(form);
    const [, x = 0, y = 0] = (form.exec(found) ?? []).map(Number);
    return { type: 'pointerMove', x, y, duration: 0 };
  }

  #mouse(actions: readonly Plain[]): Promise<void> {
    return this.page.perform([{ type: 'pointer', id: 'mouse', actions }]);
  }

  /** Presses keys together, such as Control and V. */
  press(...keys: readonly string[]): Promise<void> {
    return this.page.perform([press(keys)]);
  }

  /** Types a text in place of what a field contains, such as the link that a reload keeps. */
  async type(target: Target, words: string): Promise<void> {
    await this.click(target);
    await this.press(KEY.control, 'a');
    const actions = [...words].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.page.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Puts a text on the clipboard by cutting it out of a field, and pastes it there with the keyboard. */
  async paste(target: Target, words: string): Promise<void> {
    await this.type(target, words);
    await this.press(KEY.control, 'a');
    await this.press(KEY.control, 'x');
    await this.until((css) => document.querySelector<HTMLInputElement>(css)?.value === '', target.css);
    await this.press(KEY.control, 'v');
  }
}
