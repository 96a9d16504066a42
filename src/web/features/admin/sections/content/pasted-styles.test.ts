import { describe, expect, it } from 'vitest';
import { withoutStyles } from './pasted-styles.ts';

describe('withoutStyles', () => {
  it('keeps a style as data and takes a handler’s name away', () => {
    expect(withoutStyles('<p STYLE = "color:red"><img src=x\nonerror=alert(1) style=\'a\'></p>')).toBe(
      '<p data-style = "color:red"><img src=x\ndata-dropped=alert(1) data-style=\'a\'></p>',
    );
  });
  it('drops style sheets and leaves text alone', () => {
    expect(
      withoutStyles('<style>p{color:red}</style><p>style="x" onclick=y</p><style media=all>\n</style >'),
    ).toBe('<p>style="x" onclick=y</p>');
  });
});
