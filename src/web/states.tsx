// Imported first, as on the public page, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { createRoot, hydrateRoot } from 'react-dom/client';
import { findStory } from './dev-states/catalogue.ts';
import { playStory, prepareStory } from './dev-states/run-story.ts';
import { StatesList } from './dev-states/states-list.tsx';
import { storyNameIn } from './dev-states/story-boot.ts';
import { type Boot, PublicPage } from './pages/public/public-page.tsx';

const address = new URL(location.href);
const story = findStory(storyNameIn(address) ?? '');
const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
if (root !== null && story === null) createRoot(root).render(<StatesList />);
if (root !== null && story !== null && data) {
  const clock = prepareStory(story);
  hydrateRoot(root, <PublicPage {...(JSON.parse(data) as Boot)} />);
  void playStory(story, clock, address.searchParams.has('live'));
}
