/** Delay after the first paint in browsers without requestIdleCallback (ms). */
const IDLE_AFTER_MS = 500;

/** Delay for browsers that do not report the first paint (ms). */
const PAINTED_AFTER_MS = 500;

/**
 * Runs the callback once after the first paint of content, or after 500 ms in browsers that do not report the paint. In a background tab,
 * which paints nothing, runs the callback as soon as the running script has ended.
 */
export function afterPaint(callback: () => void): void {
  if (document.hidden) return void setTimeout(callback);
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    callback();
  };
  // Only the first paint of content counts: the first paint, which browsers report too, can be the background alone.
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) done();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(done, PAINTED_AFTER_MS);
}

/**
 * Runs the callback once the page has loaded, has painted content and is idle, so that requests of the callback do not delay the first
 * paint.
 */
export function whenIdle(callback: () => void): void {
  const wait = () =>
    afterPaint(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(callback);
      else setTimeout(callback, IDLE_AFTER_MS);
    });
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
