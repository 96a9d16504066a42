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
  if (/[?&](?:url|tx|st|sample)=|#https?:/i.test(location.search + location.hash)) {
    document.documentElement.dataset['arriving'] = '';
  }

  apply(storedChoice());
  systemDark.addEventListener('change', () => apply(storedChoice()));
  addEventListener('storage', () => apply(storedChoice()));
  addEventListener('themechosen', (event) => apply((event as CustomEvent<unknown>).detail));
}
