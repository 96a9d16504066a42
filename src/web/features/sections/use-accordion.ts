import { useEffect } from 'react';

/** Functions that return the index of the header to which a key moves, by the name of the key. Keys without an entry are ignored. */
const TARGETS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Makes the server-rendered list of questions inside the element with this id interactive. One answer is open at a time. The browser's
 * find-in-page opens the answer in which it finds text.
 */
export function useAccordion(id: string): void {
  useEffect(() => {
    const root = document.getElementById(id);
    if (root === null) return;
    const headers = [...root.querySelectorAll<HTMLElement>('button[aria-controls]')];
    const controls = (header: Element) => header.getAttribute('aria-controls') ?? '';
    const headerAt = (event: Event) => headers.findIndex((header) => header.contains(event.target as Node));

    /** Opens the answer with this id and closes all other answers. Closes the answer if it was open. */
    const toggle = (panelId: string) => {
      for (const header of headers) {
        const open = controls(header) === panelId && header.ariaExpanded !== 'true';
        header.ariaExpanded = String(open);
        const panel = document.getElementById(controls(header));
        if (open) panel?.removeAttribute('hidden');
        else panel?.setAttribute('hidden', 'until-found');
      }
    };
    // A link to a text fragment can have opened an answer before the scripts ran.
    toggle(root.querySelector('[role="region"]:not([hidden])')?.id ?? '');
    const onClick = (event: Event) => {
      const header = headers[headerAt(event)];
      if (header) toggle(controls(header));
    };
    const onFound = (event: Event) => toggle((event.target as Element).id);
    const onKey = (event: KeyboardEvent) => {
      const at = headerAt(event);
      const target = TARGETS[event.key]?.(at, headers.length - 1);
      if (at < 0 || target === undefined) return;
      event.preventDefault();
      headers[target]?.focus();
    };
    const ending = new AbortController();
    const { signal } = ending;
    root.addEventListener('click', onClick, { signal });
    root.addEventListener('beforematch', onFound, { signal });
    root.addEventListener('keydown', onKey, { signal });
    return () => ending.abort();
  }, [id]);
}
