import { describe, expect, it } from 'vitest';
import { withoutStyles } from './pasted-styles.ts';

describe('withoutStyles', () => {
  it('renames style to a data attribute and removes the name of event handlers', () => {
    expect(withoutStyles('<p STYLE = "color:red"><img src=x\nonerror=alert(1) style=\'a\'></p>')).toBe(
      '<p data-style = "color:red"><img src=x\ndata-dropped=alert(1) data-style=\'a\'></p>',
    );
  });
  it('drops style sheets and does not change text', () => {
    expect(
      withoutStyles('<style>p{color:red}</style><p>style="x" onclick=y</p><style media=all>\n</style >'),
    ).toBe('<p>style="x" onclick=y</p>');
  });
});
