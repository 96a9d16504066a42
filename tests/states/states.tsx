// Imported first, as on the public page, so that the rules of components come after them.
import '../../src/web/styles/tokens.css';
import '../../src/web/styles/base.css';

import { hydrateRoot } from 'react-dom/client';
import { type BootData, PublicPage } from '../../src/web/pages/public/public-page.tsx';
import { CATALOGUE } from './catalogue.ts';
import { playStory, prepareStory } from './run-story.ts';
import { storyNameIn } from './story-boot.ts';

const name = storyNameIn(new URL(location.href));
const story = CATALOGUE.find((one) => one.name === name);
const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
if (root !== null && story !== undefined && data) {
  const clock = prepareStory(story);
  hydrateRoot(root, <PublicPage {...(JSON.parse(data) as BootData)} />);
  void playStory(story, clock);
}
