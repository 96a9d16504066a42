// Imported first, as on the public page, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { hydrateRoot } from 'react-dom/client';
import { CATALOGUE } from './dev-states/catalogue.ts';
import { playStory, prepareStory } from './dev-states/run-story.ts';
import { storyNameIn } from './dev-states/story-boot.ts';
import { type Boot, PublicPage } from './pages/public/public-page.tsx';

const name = storyNameIn(new URL(location.href));
const story = CATALOGUE.find((one) => one.name === name);
const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
if (root !== null && story !== undefined && data) {
  const clock = prepareStory(story);
  hydrateRoot(root, <PublicPage {...(JSON.parse(data) as Boot)} />);
  void playStory(story, clock);
}
