import { installEnvironment } from './environment.ts';
import { type FakeClock, installFakeClock } from './fake-clock.ts';
import { realDelay, waitFor, waitForIntersection } from './native-timers.ts';
import { installEvents } from './scripted-events.ts';
import { installNetwork, json, type Routes } from './scripted-network.ts';
import { NO_OBSERVATIONS } from './stories/section-stories.ts';
import type { Story } from './story.ts';
import { STORY_NOW, siteOf } from './story-boot.ts';
import { createVisitor } from './visitor.ts';

/** Returns the routes that every story answers. */
const usualRoutes = (story: Story): Routes => ({
  'GET /api/site': json(siteOf(story)),
  'GET /api/status': NO_OBSERVATIONS,
});

/** Installs the story's environment, network, events and clock. Call before the page starts. */
export function prepareStory(story: Story): FakeClock {
  installEnvironment(story.environment ?? {});
  installNetwork({ ...usualRoutes(story), ...story.routes });
  installEvents(siteOf(story).revision);
  return installFakeClock(STORY_NOW);
}

const pictures = (): HTMLImageElement[] =>
  [...document.images].filter((image) => image.loading !== 'lazy' && image.checkVisibility());

const UNDER_HEADER_PX = 88;

/** Scrolls the element into the window by the shortest distance, but not behind the header. */
function scrollIntoWindow(selector: string): void {
  const part = document.querySelector(selector);
  part?.scrollIntoView({ block: 'nearest' });
  const hidden = UNDER_HEADER_PX - (part?.getBoundingClientRect().top ?? UNDER_HEADER_PX);
  if (hidden > 0) scrollBy({ top: -hidden, behavior: 'instant' });
}

/**
 * Plays the story once the page is hydrated, then sets `data-state` on the document.
 */
export async function playStory(story: Story, clock: FakeClock): Promise<void> {
  await waitFor('the page', () => document.documentElement.dataset['hydrated'] !== undefined);
  await story.play?.(createVisitor(clock));
  clock.resumeShortTimers();
  await document.fonts.ready;
  await waitFor('the pictures', () => pictures().every((image) => image.complete));
  if (story.show !== undefined) scrollIntoWindow(story.show);
  await realDelay(20);
  await waitForIntersection(document.body);
  document.documentElement.dataset['state'] = story.name;
}
