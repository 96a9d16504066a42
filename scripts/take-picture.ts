import type { Page } from 'playwright-core';

/** Time at which infinite animations are frozen, in milliseconds; finite animations are finished. */
const FREEZE_AT_MS = 400;

async function freezeAnimations(page: Page): Promise<void> {
  await page.evaluate(async (at) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { caret-color: transparent !important; scrollbar-width: none; transition: none !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
    // Removes the focus ring of elements that the page focused itself, which only keyboard users see.
    if (document.activeElement?.matches('[tabindex="-1"]')) (document.activeElement as HTMLElement).blur();
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) {
        animation.pause();
        animation.currentTime = at;
      } else animation.finish();
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, FREEZE_AT_MS);
}

/** Takes a screenshot of the window as WebP bytes, with animations frozen. */
export async function takePicture(page: Page, quality: number, scale: number): Promise<Buffer> {
  await freezeAnimations(page);
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
