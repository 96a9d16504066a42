// Applies the theme before the first paint. A separate classic script, so it may contain no import or export.
{
  const CANVAS: Readonly<Record<string, string>> = { light: '#fafaf7', dark: '#0f1210' };
  const { dataset } = document.documentElement;
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const storedTheme = (): string | null => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };

  const themeFor = (isDark: boolean): string => (isDark ? 'dark' : 'light');
  const apply = (theme: unknown): void => {
    const chosenTheme = theme === 'light' || theme === 'dark' ? theme : null;
    dataset['theme'] = chosenTheme ?? themeFor(systemDark.matches);
    // Without a chosen theme, each meta tag keeps the colour of its own media query.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.content = CANVAS[chosenTheme ?? themeFor(meta.media.includes('dark'))] ?? '';
  };
  const applyStored = (): void => apply(storedTheme());

  // A URL with a link, or a shared text (shared/sharing.ts), starts a preview immediately. The attribute `data-arriving` applies the layout of the preview before the first paint,
  // so that nothing jumps (public-page.module.css).
  if (
    document.querySelector('meta[name="shared-text"]') ||
    /[?&](?:url|tx|st|sample)=|#(?:link=|https?:)|^\/(?:https?:|@|(?:p|reels?|tv|t|stories)\/|(?:www\.)?[a-z]+\.com\/)/i.test(
      location.pathname.slice(dataset['base']?.length ?? 0) + location.search + location.hash,
    )
  ) {
    dataset['arriving'] = '';
  }

  // The attribute `data-input` says whether the visitor last used the keyboard or a pointer (base.css). Typing into a field that was
  // pressed or tapped does not count as use of the keyboard.
  const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]';
  const onPress = (): void => {
    dataset['input'] = 'pointer';
  };
  const onKey = ({ key, target }: KeyboardEvent): void => {
    if (/^(?:Control|Meta|Alt|Shift)$/.test(key)) return;
    const isTyping = key !== 'Tab' && (target as Element).matches?.(FIELDS);
    if (!isTyping || dataset['input'] !== 'pointer') dataset['input'] = 'keyboard';
  };
  addEventListener('pointerdown', onPress, true);
  addEventListener('keydown', onKey, true);

  applyStored();
  systemDark.addEventListener('change', applyStored);
  addEventListener('storage', applyStored);
  addEventListener('themechosen', (event) => apply((event as CustomEvent<unknown>).detail));
}
