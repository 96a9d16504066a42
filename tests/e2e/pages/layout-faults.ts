import type { Page } from 'playwright-core';

/** Makes text twice as large, as a browser's setting for the font size does. */
export const doubleText = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A visible text of the page. */
interface PlacedText {
  readonly words: string;
  /** The boxes of its lines. */
  readonly lines: readonly Box[];
  /** Whether a box shortens it with an ellipsis or to a number of lines. */
  readonly isShortened: boolean;
  /** Whether a shortened text shows no more than two letters. */
  readonly isTooShort: boolean;
  readonly isScrolled: boolean;
  /** Whether it stays in place while the page scrolls below it. */
  readonly isHeld: boolean;
  /** The boxes that must contain it. */
  readonly frames: readonly { readonly box: Box; readonly cutsX: boolean; readonly cutsY: boolean }[];
}

const textsOf = (page: Page): Promise<PlacedText[]> =>
  page.evaluate(() => {
    const LETTERS_MIN_EM = 2.2;
    const ancestorsOf = (element: Element): Element[] => {
      const all: Element[] = [];
      for (let up: Element | null = element; up !== null && up !== document.body; up = up.parentElement)
        all.push(up);
      return all;
    };
    const boxOf = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom });
    const linesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1).map(boxOf);
    };
    const isForReaders = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== 'none' ||
      (element instanceof HTMLElement && element.offsetWidth === 1 && element.offsetHeight === 1);
    const frameOf = (element: Element) => {
      const { overflowX, overflowY, display } = getComputedStyle(element);
      const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      const isControl = element.matches('button, a, label') && display !== 'inline';
      const box = boxOf(element.getBoundingClientRect());
      return { box, cutsX: isControl || cuts(overflowX), cutsY: isControl || cuts(overflowY) };
    };
    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.matches('script, style, noscript, option, textarea, svg *') &&
      !ancestorsOf(element).some(isForReaders);
    const placed = (node: Text, parent: Element) => {
      const ancestors = ancestorsOf(parent);
      const styles = ancestors.map((element) => getComputedStyle(element));
      const isShortened = styles.some(
        ({ textOverflow, webkitLineClamp }) => textOverflow === 'ellipsis' || webkitLineClamp !== 'none',
      );
      const lettersMin = Number.parseFloat(getComputedStyle(parent).fontSize) * LETTERS_MIN_EM;
      return {
        words: node.data.trim().slice(0, 40),
        lines: linesOf(node),
        isShortened,
        isTooShort: isShortened && parent.scrollWidth > parent.clientWidth && parent.clientWidth < lettersMin,
        isScrolled: styles.some(({ overflowX, overflowY }) => /auto|scroll/u.test(overflowX + overflowY)),
        isHeld: styles.some(({ position }) => position === 'fixed' || position === 'sticky'),
        frames: ancestors.map(frameOf),
      };
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: ReturnType<typeof placed>[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      if (node instanceof Text && node.data.trim() !== '' && parent !== null && isVisible(parent))
        all.push(placed(node, parent));
    }
    return all;
  });

const isCut = ({ lines, frames }: PlacedText): boolean =>
  frames.some(({ box, cutsX, cutsY }) =>
    lines.some(
      (line) =>
        (cutsX && (line.right > box.right + 1 || line.left < box.left - 1)) ||
        (cutsY && (line.bottom > box.bottom + 2 || line.top < box.top - 2)),
    ),
  );

/** Returns whether two lines lie on each other; below that share of a line's height only their line spacing does. */
const areOnEachOther = (one: Box, other: Box): boolean => {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 2 && height > Math.min(one.bottom - one.top, other.bottom - other.top) * 0.45;
};

const faultsOf = (text: PlacedText, windowWidth: number): string[] => {
  const { words, lines, isTooShort, isShortened, isScrolled } = text;
  if (isShortened || isScrolled) return isTooShort ? [`shortened to almost nothing: ${words}`] : [];
  const isOut = lines.some(({ left, right }) => right > windowWidth + 1 || left < -1);
  return [...(isOut ? [`beyond the window: ${words}`] : []), ...(isCut(text) ? [`cut off: ${words}`] : [])];
};

/**
 * Returns what is wrong with the layout of the page's texts: a page that scrolls sideways, text beyond the window, cut off by a box or
 * outside its control, texts on each other, and an ellipsis that leaves almost nothing.
 */
export const layoutFaults = async (page: Page): Promise<string[]> => {
  const [inner, whole] = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return [clientWidth, scrollWidth] as const;
  });
  const texts = await textsOf(page);
  const loose = texts.filter(({ isShortened, isHeld }) => !isShortened && !isHeld);
  const onEachOther = loose.flatMap((one, index) =>
    loose
      .slice(index + 1)
      .filter((other) => one.lines.some((line) => other.lines.some((own) => areOnEachOther(line, own))))
      .map((other) => `on each other: ${one.words} | ${other.words}`),
  );
  return [
    ...(whole > inner ? [`the page scrolls sideways: ${whole} > ${inner}`] : []),
    ...new Set(texts.flatMap((text) => faultsOf(text, inner))),
    ...onEachOther,
  ];
};
