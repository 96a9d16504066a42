import { hydrateRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { siteSchema } from '#shared/contract/site.ts';
import { PublicPage } from './pages/public/public-page.tsx';
import './styles/tokens.css';
import './styles/base.css';

/** What the server rendered the page with. */
const bootSchema = z.object({ site: siteSchema, notFound: z.boolean(), year: z.number() });

const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
if (root !== null && data) {
  const { site, notFound, year } = z.parse(bootSchema, JSON.parse(data));
  hydrateRoot(root, <PublicPage site={site} notFound={notFound} year={year} />);
}
