import { statusCard } from '#messages/status-card.ts';
import type { PartStatus, StatusPart } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { bringIntoView } from '../../lib/focus.ts';
import { fetchStatusReport, STATUS_POLL_MS } from '../../lib/status-client.ts';
import {
  headlineOf,
  medianText,
  observationAgeText,
  observationsByPart,
  stateText,
  waitingLine,
} from '../../lib/status-facts.ts';

/** Interval at which the text "Checked … ago" is updated. */
const STATUS_TICK_MS = 10_000;

const UNKNOWN: PartStatus = { state: 'unknown', medianMs: null, lastSeen: null };
const ALL_UNKNOWN: Readonly<Record<StatusPart, PartStatus>> = {
  ...byPlatform(() => UNKNOWN),
  downloads: UNKNOWN,
};

/**
 * Writes a text into the element in `card` with the attribute `data-status-{mark}`, but only if it differs: the card is no live region, but
 * a screen reader may be reading it.
 */
function write(card: Element, mark: string, text: string): void {
  const element = card.querySelector(`[data-status-${mark}]`);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

function show(card: Element, parts: Readonly<Record<StatusPart, PartStatus>>): void {
  for (const row of card.querySelectorAll<HTMLElement>('[data-status-part]')) {
    const part = parts[row.dataset['statusPart'] as StatusPart];
    row.querySelector('[data-tone]')?.setAttribute('data-tone', part.state);
    row.hidden = part.state === 'unknown';
    write(row, 'time', medianText(part));
    write(row, 'word', stateText(part));
  }
  const list = card.querySelector('ul');
  if (list !== null) list.hidden = Object.values(parts).every(({ state }) => state === 'unknown');
}

/** Distance in px from its place at which a section still counts as scrolled to. */
const ALIGNED_PX = 2;

/**
 * Runs `change`, which may change the height of the card. If the fragment of the URL names a section that is scrolled to, or was jumped to
 * just now, scrolls so that the section stays in view at the same place. The browser's scroll anchoring is not enough, because it may keep
 * the card in place instead.
 */
function keepSectionPlace(change: () => void): void {
  const section = document.getElementById(location.hash.slice(1));
  if (section === null) {
    change();
    return;
  }
  const topOf = () => section.getBoundingClientRect().top;
  const before = topOf();
  change();
  const moved = topOf() - before;
  if (moved === 0) return;
  const place = Number.parseFloat(getComputedStyle(section).scrollMarginTop);
  if (Math.abs(before - place) <= ALIGNED_PX) scrollBy({ top: moved, behavior: 'instant' });
  else if (section.dataset['arrived'] !== undefined) bringIntoView(section);
}

/**
 * Keeps the status card up to date while it is in view. Fetches the status immediately, then at most once a minute. Returns a function that
 * ends the updates.
 */
export function updateStatusCard(card: Element): () => void {
  const ending = new AbortController();
  let inView = false;
  let requestedAt = Number.NEGATIVE_INFINITY;
  /** Time of the last activity that the last response reports, on this browser's monotonic clock (ms); null if it reports none. */
  let seenAt: number | null = null;

  const showAge = () => {
    if (seenAt !== null) write(card, 'lede', observationAgeText(performance.now() - seenAt));
  };
  const fetchAndShow = async () => {
    requestedAt = performance.now();
    const answer = await fetchStatusReport();
    if (ending.signal.aborted) return;
    const parts = answer === null ? ALL_UNKNOWN : observationsByPart(answer.status);
    const seen = Object.values(parts).flatMap(({ lastSeen }) => lastSeen ?? []);
    seenAt =
      answer === null || seen.length === 0
        ? null
        : performance.now() - (answer.now - Math.max(...seen.map((time) => Date.parse(time))));
    keepSectionPlace(() => {
      show(card, parts);
      write(card, 'headline', answer === null ? text(statusCard, 'question') : headlineOf(answer.status));
      const line = answer === null ? text(statusCard, 'cannotCheck') : waitingLine(answer.status);
      if (line === null) showAge();
      else write(card, 'lede', line);
    });
  };
  const refreshIfDue = () => {
    if (!inView || document.hidden) return;
    if (performance.now() - requestedAt >= STATUS_POLL_MS) void fetchAndShow();
    else showAge();
  };

  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    refreshIfDue();
  });
  observer.observe(card);
  const timer = setInterval(refreshIfDue, STATUS_TICK_MS);
  document.addEventListener('visibilitychange', refreshIfDue, { signal: ending.signal });
  return () => {
    ending.abort();
    observer.disconnect();
    clearInterval(timer);
  };
}
