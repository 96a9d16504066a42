import type { Page } from 'playwright-core';

/** Whatever still moves stands where it would be after this long; what ends by itself has ended. */
const STILL_AT_MS = 400;

async function holdStill(page: Page): Promise<void> {
  await page.evaluate(async (at) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { caret-color: transparent !important; scrollbar-width: none; transition: none !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
    // Focus that the page itself moved shows its ring only to those who use the keyboard.
    if (document.activeElement?.matches('[tabindex="-1"]')) (document.activeElement as HTMLElement).blur();
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) {
        animation.pause();
        animation.currentTime = at;
      } else animation.finish();
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, STILL_AT_MS);
}

/** The page as it stands in the window, as WebP bytes. */
export async function takePicture(page: Page, quality: number, scale: number): Promise<Buffer> {
  await holdStill(page);
  const session = await page.context().newCDPSession(page);
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = cssVisualViewport;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    ...(scale !== 1 && { clip: { x, y, width, height, scale } }),
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
