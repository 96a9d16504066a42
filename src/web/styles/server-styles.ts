/**
 * Styles of what only the server renders: their components are in no browser's build. An entry of the build, which puts them
 * into the one style sheet of these pages.
 */
export const SERVER_STYLES = import.meta.glob(
  [
    '../features/{owner-content,sections,status-page,text-pages}/*.module.css',
    '../features/link-form/works-with.module.css',
    '../features/result/plain-result.module.css',
    '../features/site-layout/{feature-list,hero-heading,sample-card}.module.css',
    '../pages/{plain,preview}/*.module.css',
    '../ui/{prose,text-page}.module.css',
  ],
  { eager: true, import: 'default' },
);
