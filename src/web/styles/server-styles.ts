/**
 * Style modules of components that only the server renders, so that no browser script imports them. The build uses this file as an entry
 * and puts the styles, with those of the page's first script, into the documents.
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
