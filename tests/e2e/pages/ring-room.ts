import type { Locator } from 'playwright-core';

/** Returns the texts around the element that its outline touches. */
export const textsUnderRing = (element: Locator): Promise<string[]> =>
  element.evaluate((ringed) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(ringed);
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const ring = ringed.getBoundingClientRect();
    const touched: string[] = [];
    const isForReaders = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== 'none' || isForReaders(element.parentElement));
    // What stays in place while the page scrolls passes over the ring of what moves.
    const isPinned = (element: Element | null): boolean =>
      element !== null &&
      (/sticky|fixed/u.test(getComputedStyle(element).position) || isPinned(element.parentElement));
    const isRingPinned = isPinned(ringed);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (ringed.contains(node) || parent?.checkVisibility() !== true || isForReaders(parent)) continue;
      if (isPinned(parent) !== isRingPinned) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // The box of a line is a little higher than its letters, which may come as near as half a pixel.
      const touches = [...range.getClientRects()].some(
        ({ left, right, top, bottom, width }) =>
          width > 1 &&
          left < ring.right + reach &&
          right > ring.left - reach &&
          top + 0.5 < ring.bottom + reach &&
          bottom - 0.5 > ring.top - reach,
      );
      if (touches) touched.push(node.textContent?.trim() ?? '');
    }
    return touched;
  });
