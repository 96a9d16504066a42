// Applies the theme before the first paint. A separate classic script, so it may contain no import or export.
{
  const CANVAS: Readonly<Record<string, string>> = { light: '#fafaf7', dark: '#0f1210' };
  const { dataset } = document.documentElement;
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const storedChoice = (): string | null => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };

  const themeFor = (isDark: boolean): string => (isDark ? 'dark' : 'light');
  const apply = (choice: unknown): void => {
    const chosen = choice === 'light' || choice === 'dark' ? choice : null;
    dataset['theme'] = chosen ?? themeFor(systemDark.matches);
    // Without a choice each meta tag keeps the colour of its own media query.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.content = CANVAS[chosen ?? themeFor(meta.media.includes('dark'))] ?? '';
  };
  const applyStored = (): void => apply(storedChoice());

  // A URL with a link starts a preview immediately. The mark applies its layout before the first paint, so that nothing
  // jumps (public-page.module.css).
  if (
    /[?&](?:url|tx|st|sample)=|#https?:|^\/(?:https?:|@|(?:p|reels?|tv|t|stories)\/|(?:www\.)?[a-z]+\.com\/)/i.test(
      location.pathname + location.search + location.hash,
    )
  ) {
    dataset['arriving'] = '';
  }

  // Tells whether the visitor last used the keyboard or a pointer (base.css). Typing into a field that was pressed or
  // tapped is not keyboard use.
  const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]';
  const onPress = (): void => {
    dataset['input'] = 'pointer';
  };
  const onKey = ({ key, target }: KeyboardEvent): void => {
    if (/^(?:Control|Meta|Alt|Shift)$/.test(key)) return;
    const typing = key !== 'Tab' && (target as Element).matches?.(FIELDS);
    if (!typing || dataset['input'] !== 'pointer') dataset['input'] = 'keyboard';
  };
  addEventListener('pointerdown', onPress, true);
  addEventListener('keydown', onKey, true);

  applyStored();
  systemDark.addEventListener('change', applyStored);
  addEventListener('storage', applyStored);
  addEventListener('themechosen', (event) => apply((event as CustomEvent<unknown>).detail));
}
