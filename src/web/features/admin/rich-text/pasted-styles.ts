import { sizeClass, sizeOfLength } from './text-size.ts';

// Word processors write bold, italic and size as inline styles. The Content Security Policy of the panel blocks inline styles, even in the
// document in which pasted HTML is parsed: each would log an error to the console and could not be read. So the styles are parsed under
// another attribute name.

const TAG = /<[a-z][^>]*>/giu;
const REFUSED = /(\s)(style|on[a-z]+)(\s*=)/giu;
const STYLE_SHEET = /<style\b[^>]*>.*?<\/style\s*>/gisu;

/**
 * Returns the HTML of the clipboard without style sheets, and with inline styles and event handlers renamed to data attributes. Sanitises
 * nothing else; the schema of the parser does.
 */
export const withoutStyles = (html: string): string =>
  html
    .replace(STYLE_SHEET, '')
    .replace(TAG, (tag) =>
      tag.replace(REFUSED, (_all, space: string, name: string, rest: string) =>
        name.toLowerCase() === 'style' ? `${space}data-style${rest}` : `${space}data-dropped${rest}`,
      ),
    );

const HEAVY = /^(?:bold|bolder|[6-9]00)$/u;
const LIGHT = /^(?:normal|lighter|[1-4]00)$/u;
/** Elements that are bold by default. */
const BOLD_ALREADY = 'h1, h2, h3, h4, h5, h6, th';

type Declarations = ReadonlyMap<string, string>;

const declarationsOf = (style: string): Declarations =>
  new Map(
    style.split(';').map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()] as const;
    }),
  );

/**
 * Returns the elements that give the content of `element` the look of these declarations, outermost first. Leaves out bold in elements that
 * are bold by default, and underlines in links.
 */
function wrappersOf(styles: Declarations, element: Element): { name: string; className?: string }[] {
  const line = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`;
  const size = sizeClass(sizeOfLength(styles.get('font-size') ?? ''));
  return [
    ...(size === undefined ? [] : [{ name: 'span', className: size }]),
    ...(HEAVY.test(styles.get('font-weight') ?? '') && !element.matches(BOLD_ALREADY)
      ? [{ name: 'strong' }]
      : []),
    ...(styles.get('font-style') === 'italic' ? [{ name: 'em' }] : []),
    ...(line.includes('underline') && element.closest('a') === null ? [{ name: 'u' }] : []),
    ...(line.includes('line-through') ? [{ name: 's' }] : []),
  ];
}

/**
 * Wraps the content of each element that has bold, italic, underline, strike-through or a size in its `data-style` attribute in elements
 * with the same effect. Unwraps a `b` or `strong` that has a normal font weight. Changes `box` in place.
 */
export function spellOutStyles(box: Element): void {
  for (const element of box.querySelectorAll('[data-style]')) {
    const styles = declarationsOf(element.getAttribute('data-style') ?? '');
    for (const { name, className } of wrappersOf(styles, element).toReversed()) {
      const wrapper = box.ownerDocument.createElement(name);
      if (className !== undefined) wrapper.className = className;
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
    // Some applications wrap a whole copied document in a `b` element with a normal font weight.
    if (element.matches('b, strong') && LIGHT.test(styles.get('font-weight') ?? ''))
      element.replaceWith(...element.childNodes);
  }
}
