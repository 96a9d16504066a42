import { linkForm } from '#messages/link-form.ts';
import { text } from '#shared/messages/text.ts';
import { setOnline } from './environment.ts';
import type { FakeClock } from './fake-clock.ts';
import { realDelay, waitFor, waitUntilSettled } from './native-timers.ts';
import { sendEvent } from './scripted-events.ts';

/** User actions and external events of a story. Every step waits until it is possible. */
export interface Visitor {
  readonly types: (text: string) => Promise<void>;
  /** Presses Enter in the link field. */
  readonly entersField: () => Promise<void>;
  /** Types a link and presses the submit button. */
  readonly fetches: (link: string) => Promise<void>;
  /** Clicks the first control whose accessible name equals or starts with `name`. */
  readonly presses: (name: string) => Promise<void>;
  /** Presses the pointer on the page body. */
  readonly touches: () => Promise<void>;
  /** Scrolls to the first element that matches. */
  readonly looksAt: (selector: string) => Promise<void>;
  /** Finds a text in a collapsed part of the page with the browser's find-in-page. */
  readonly finds: (words: string) => Promise<void>;
  readonly sees: (words: string) => Promise<void>;
  /** Advances the page's clock. */
  readonly waits: (ms: number) => Promise<void>;
  /** Holds all timers from now on, even the shortest. */
  readonly stopsTime: () => void;
  readonly goesOffline: () => Promise<void>;
  readonly comesBack: () => Promise<void>;
  /** Sends a live event of the server with the new revision. */
  readonly dispatches: (event: string, revision: number) => Promise<void>;
}

const CONTROLS = 'button, a[href], summary, label, [role="button"], input[type="checkbox"]';

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const isUsable = (element: HTMLElement): boolean =>
  element.checkVisibility() && !element.matches(':disabled, [aria-disabled="true"]');

function findControl(name: string): HTMLElement | undefined {
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isUsable);
  return (
    controls.find((control) => nameOf(control) === name) ??
    controls.find((control) => nameOf(control).startsWith(name))
  );
}

const linkField = (): Promise<HTMLInputElement> =>
  waitFor('the link field', () => document.querySelector<HTMLInputElement>('form input[name="url"]'));

/** Sets the field's text like typing: bypasses React's value setter, then dispatches the input event it listens to. */
function write(field: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Returns whether this text is visible anywhere on the page. */
const seesWords = (words: string): boolean => {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
  return plain(document.body.innerText).includes(plain(words));
};

/** Simulates find-in-page inside `hidden="until-found"`: dispatches `beforematch`, then reveals the element. */
async function finds(words: string): Promise<void> {
  const closed = await waitFor(`the words ${words} in a closed part`, () =>
    [...document.querySelectorAll('[hidden="until-found"]')].find((part) => part.textContent.includes(words)),
  );
  closed.dispatchEvent(new Event('beforematch', { bubbles: true }));
  closed.removeAttribute('hidden');
  closed.scrollIntoView({ block: 'center' });
  await realDelay();
}

/** Creates a visitor that acts on the current page. */
export function createVisitor(clock: FakeClock): Visitor {
  const types = async (text: string): Promise<void> => {
    const field = await linkField();
    field.focus({ preventScroll: true });
    write(field, text);
    await realDelay();
  };
  const presses = async (name: string): Promise<void> => {
    await waitFor(`a control called ${name}`, () => findControl(name));
    await waitUntilSettled();
    const control = await waitFor(`the control called ${name}`, () => findControl(name));
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    control.focus({ preventScroll: true });
    control.click();
    await realDelay();
  };
  return {
    types,
    presses,
    async entersField() {
      const field = await linkField();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await realDelay();
    },
    async fetches(link) {
      await types(link);
      await presses(text(linkForm, 'submit'));
    },
    async touches() {
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      await realDelay();
    },
    async looksAt(selector) {
      const part = await waitFor(selector, () => document.querySelector(selector));
      part.scrollIntoView({ block: 'center' });
      await realDelay();
    },
    finds,
    async sees(words) {
      await waitFor(`the words ${words}`, () => seesWords(words));
      await waitUntilSettled();
    },
    waits: (ms) => clock.advance(ms),
    stopsTime: () => clock.holdShortTimers(),
    async goesOffline() {
      setOnline(false);
      await realDelay();
    },
    async comesBack() {
      setOnline(true);
      await realDelay();
    },
    dispatches: sendEvent,
  };
}
