import type { Observation, StatusPart } from '#shared/contract/status.ts';
import { STATUS_ASK_MS, STATUS_TICK_MS } from '#shared/limits.ts';
import { STATUS_TEXT } from '#shared/section-messages.ts';
import { fetchStatus } from '../../lib/status-client.ts';
import { checkedAgo, headlineOf, observationsByPart, timeOf } from '../../lib/status-facts.ts';

const UNKNOWN: Observation = { state: 'unknown', medianMs: null, lastSeen: null };
const NOTHING: Readonly<Record<StatusPart, Observation>> = {
  instagram: UNKNOWN,
  tiktok: UNKNOWN,
  downloads: UNKNOWN,
};

/** Says it on the card, and only where it says something new: the card is no live region, yet readers may stand on it. */
function write(card: Element, mark: string, text: string): void {
  const place = card.querySelector(`[data-status-${mark}]`);
  if (place !== null && place.textContent !== text) place.textContent = text;
}

function show(card: Element, parts: Readonly<Record<StatusPart, Observation>>): void {
  for (const row of card.querySelectorAll<HTMLElement>('[data-status-part]')) {
    const part = parts[row.dataset['statusPart'] as StatusPart];
    row.dataset['state'] = part.state;
    write(row, 'time', timeOf(part));
    write(row, 'word', STATUS_TEXT.states[part.state]);
  }
  write(card, 'headline', headlineOf(Object.values(parts).map(({ state }) => state)));
}

/**
 * Keeps the status card true while it is on the screen: asks at once, then once a minute, never more often. Gives back
 * what ends it.
 */
export function updateStatusCard(card: Element): () => void {
  const ending = new AbortController();
  let inView = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** When the last answer says something was seen, on this browser's steady clock. */
  let seenAt: number | null = null;

  const sayAge = () => {
    if (seenAt !== null) write(card, 'lede', checkedAgo(performance.now() - seenAt));
  };
  const ask = async () => {
    askedAt = performance.now();
    const answer = await fetchStatus();
    if (ending.signal.aborted) return;
    const parts = answer === null ? NOTHING : observationsByPart(answer.status);
    const seen = Object.values(parts).flatMap(({ lastSeen }) => lastSeen ?? []);
    seenAt =
      answer === null || seen.length === 0
        ? null
        : performance.now() - (answer.now - Math.max(...seen.map((time) => Date.parse(time))));
    show(card, parts);
    if (seenAt === null) write(card, 'lede', answer === null ? STATUS_TEXT.cannotCheck : STATUS_TEXT.unused);
    sayAge();
  };
  const look = () => {
    if (!inView || document.hidden) return;
    if (performance.now() - askedAt >= STATUS_ASK_MS) void ask();
    else sayAge();
  };

  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    look();
  });
  observer.observe(card);
  const timer = setInterval(look, STATUS_TICK_MS);
  document.addEventListener('visibilitychange', look, { signal: ending.signal });
  return () => {
    ending.abort();
    observer.disconnect();
    clearInterval(timer);
  };
}
