/** Delay after the load in browsers without requestIdleCallback. */
const IDLE_AFTER_MS = 500;

/** Runs the callback once the page has loaded and is idle. */
export function whenIdle(callback: () => void): void {
  const wait = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(callback);
    else setTimeout(callback, IDLE_AFTER_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
