import { LINK_FORM } from '#shared/messages.ts';
import { settled, turn, until } from './native-timers.ts';
import { sendEvent } from './scripted-events.ts';
import type { StillClock } from './still-clock.ts';
import { setOnline } from './surroundings.ts';

/** What a person (and the world around) does in a story. Every step waits until it can be done. */
export interface Visitor {
  readonly types: (text: string) => Promise<void>;
  /** Presses Enter in the link field. */
  readonly entersField: () => Promise<void>;
  /** Types a link and presses the submit button. */
  readonly fetches: (link: string) => Promise<void>;
  /** Presses the first control that is called so, or begins so. */
  readonly presses: (name: string) => Promise<void>;
  /** Puts a finger on the page, on nothing in particular. */
  readonly touches: () => Promise<void>;
  /** Scrolls to the first element that matches. */
  readonly looksAt: (selector: string) => Promise<void>;
  /** Finds words in a closed part of the page with the browser's own search. */
  readonly finds: (words: string) => Promise<void>;
  readonly sees: (words: string) => Promise<void>;
  /** Moves the page's clock. */
  readonly waits: (ms: number) => Promise<void>;
  /** From now on nothing happens by itself, not even what is due at once. */
  readonly stopsTime: () => void;
  readonly goesOffline: () => Promise<void>;
  readonly comesBack: () => Promise<void>;
  /** The server tells the page that something has changed, with the new revision. */
  readonly dispatches: (event: string, revision: number) => Promise<void>;
}

const CONTROLS = 'button, a[href], summary, label, [role="button"]';

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const isThere = (element: HTMLElement): boolean =>
  element.checkVisibility() && !element.matches(':disabled, [aria-disabled="true"]');

function findControl(name: string): HTMLElement | undefined {
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isThere);
  return (
    controls.find((control) => nameOf(control) === name) ??
    controls.find((control) => nameOf(control).startsWith(name))
  );
}

const linkField = (): Promise<HTMLInputElement> =>
  until('the link field', () => document.querySelector<HTMLInputElement>('form input[name="url"]'));

/** Sets the text as a person's typing does: past React's own setter, then with the event it listens to. */
function write(field: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Whether these words are to be seen anywhere on the page. */
const seesWords = (words: string): boolean => {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
  return plain(document.body.innerText).includes(plain(words));
};

/** What browsers do before they show a find inside `hidden="until-found"`: tell the element, then open it. */
async function finds(words: string): Promise<void> {
  const closed = await until(`the words ${words} in a closed part`, () =>
    [...document.querySelectorAll('[hidden="until-found"]')].find((part) => part.textContent.includes(words)),
  );
  closed.dispatchEvent(new Event('beforematch', { bubbles: true }));
  closed.removeAttribute('hidden');
  closed.scrollIntoView({ block: 'center' });
  await turn();
}

export function createVisitor(clock: StillClock): Visitor {
  const types = async (text: string): Promise<void> => {
    const field = await linkField();
    field.focus({ preventScroll: true });
    write(field, text);
    await turn();
  };
  const presses = async (name: string): Promise<void> => {
    await until(`a control called ${name}`, () => findControl(name));
    await settled();
    const control = await until(`the control called ${name}`, () => findControl(name));
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    control.focus({ preventScroll: true });
    control.click();
    await turn();
  };
  return {
    types,
    presses,
    async entersField() {
      const field = await linkField();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await turn();
    },
    async fetches(link) {
      await types(link);
      await presses(LINK_FORM.submit);
    },
    async touches() {
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      await turn();
    },
    async looksAt(selector) {
      const part = await until(selector, () => document.querySelector(selector));
      part.scrollIntoView({ block: 'center' });
      await turn();
    },
    finds,
    async sees(words) {
      await until(`the words ${words}`, () => seesWords(words));
      await settled();
    },
    waits: (ms) => clock.jump(ms),
    stopsTime: () => clock.stop(),
    async goesOffline() {
      setOnline(false);
      await turn();
    },
    async comesBack() {
      setOnline(true);
      await turn();
    },
    dispatches: sendEvent,
  };
}
