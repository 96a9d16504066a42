import { expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

it('escapes what could end a text or an attribute, and nothing else', () => {
  expect(escapeHtml(`</a>"' onload='x' &amp; é 🙂 $&`)).toBe(
    '&lt;/a&gt;&quot;&#39; onload=&#39;x&#39; &amp;amp; é 🙂 $&amp;',
  );
});
