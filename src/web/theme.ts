// Applies the theme before the first paint. A separate classic script, so it may contain no import or export.
{
  const CANVAS: Readonly<Record<string, string>> = { light: '#fafaf7', dark: '#0f1210' };
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const storedChoice = (): string | null => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };

  const apply = (choice: unknown): void => {
    const chosen = choice === 'light' || choice === 'dark';
    const theme = chosen ? choice : systemDark.matches ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = theme;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      // Without a choice each meta tag keeps the colour of its own media query.
      const own = meta.media.includes('dark') ? 'dark' : 'light';
      meta.content = CANVAS[chosen ? theme : own] ?? '';
    }
  };

  // A URL with a link starts a preview immediately. The mark applies its layout before the first paint, so that nothing
  // jumps (public-page.module.css).
  if (
    /[?&](?:url|tx|st|sample)=|#https?:|^\/(?:https?:|@|(?:p|reels?|tv|t|stories)\/|(?:www\.)?[a-z]+\.com\/)/i.test(
      location.pathname + location.search + location.hash,
    )
  ) {
    document.documentElement.dataset['arriving'] = '';
  }

  // Tells whether the visitor last used the keyboard or a pointer (base.css). Typing into a field that was pressed or
  // tapped is not keyboard use.
  const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]';
  const { dataset } = document.documentElement;
  const onPress = (): void => {
    dataset['input'] = 'pointer';
  };
  const onKey = ({ key, target }: KeyboardEvent): void => {
    if (/^(?:Control|Meta|Alt|Shift)$/.test(key)) return;
    const typing = key !== 'Tab' && target instanceof Element && target.matches(FIELDS);
    if (!typing || dataset['input'] !== 'pointer') dataset['input'] = 'keyboard';
  };
  addEventListener('pointerdown', onPress, true);
  addEventListener('keydown', onKey, true);

  apply(storedChoice());
  systemDark.addEventListener('change', () => apply(storedChoice()));
  addEventListener('storage', () => apply(storedChoice()));
  addEventListener('themechosen', (event) => apply((event as CustomEvent<unknown>).detail));
}
