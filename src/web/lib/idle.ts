/** Delay after the load in browsers without requestIdleCallback. */
const IDLE_AFTER_MS = 500;

/** Delay for browsers that do not report the first paint (ms). */
const PAINTED_AFTER_MS = 500;

/** Calls back, once or more, after the first paint of content. Background tabs paint nothing. */
export const afterPaint = (callback: () => void): void => {
  if (document.hidden) return void setTimeout(callback);
  // The first paint, which is reported too, can be the background alone.
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) callback();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(callback, PAINTED_AFTER_MS);
};

/** Runs the callback once the page has loaded, is painted and is idle, so that no request of it delays the first paint. */
export function whenIdle(callback: () => void): void {
  let isPainted = false;
  const wait = () =>
    afterPaint(() => {
      if (isPainted) return;
      isPainted = true;
      if (typeof requestIdleCallback === 'function') requestIdleCallback(callback);
      else setTimeout(callback, IDLE_AFTER_MS);
    });
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
