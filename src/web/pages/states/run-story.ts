import { sightSettled, turn, until } from './native-timers.ts';
import { installEvents } from './scripted-events.ts';
import { installNetwork, json, type Routes } from './scripted-network.ts';
import { installStillClock, type StillClock } from './still-clock.ts';
import { NOTHING_SEEN } from './stories/section-stories.ts';
import type { Story } from './story.ts';
import { STORY_NOW, siteOf } from './story-boot.ts';
import { installSurroundings } from './surroundings.ts';
import { createVisitor } from './visitor.ts';

/** What the page may ask for in every story. */
const usualRoutes = (story: Story): Routes => ({
  'GET /api/site': json(siteOf(story)),
  'GET /api/status': NOTHING_SEEN,
});

/** Puts the story's world around the page. Before the page starts. */
export function prepareStory(story: Story): StillClock {
  installSurroundings(story.surroundings ?? {});
  installNetwork({ ...usualRoutes(story), ...story.routes });
  installEvents(siteOf(story).revision);
  return installStillClock(STORY_NOW);
}

const pictures = (): HTMLImageElement[] =>
  [...document.images].filter((image) => image.loading !== 'lazy' && image.checkVisibility());

const UNDER_HEADER_PX = 88;

/** As little as it takes, but not behind the header. */
function bringIntoSight(selector: string): void {
  const part = document.querySelector(selector);
  part?.scrollIntoView({ block: 'nearest' });
  const hidden = UNDER_HEADER_PX - (part?.getBoundingClientRect().top ?? UNDER_HEADER_PX);
  if (hidden > 0) scrollBy({ top: -hidden, behavior: 'instant' });
}

/** Plays the story once the page answers; then the document says which state it is in. Live, its time goes on. */
export async function playStory(story: Story, clock: StillClock, live: boolean): Promise<void> {
  await until('the page', () => document.documentElement.dataset['hydrated'] !== undefined);
  await story.play?.(createVisitor(clock));
  clock.goOn();
  await document.fonts.ready;
  await until('the pictures', () => pictures().every((image) => image.complete));
  if (story.show !== undefined) bringIntoSight(story.show);
  await turn(20);
  await sightSettled(document.body);
  document.documentElement.dataset['state'] = story.name;
  if (live) clock.run();
}
