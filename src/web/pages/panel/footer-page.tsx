import type { SocialLink } from '#shared/contract/site.ts';
import { FooterSection } from '../../features/admin/sections/footer/footer-section.tsx';
import { SiteFooter } from '../../features/site-layout/site-footer.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

/** The part of the public footer that the section changes, with the brand above it. */
function FooterPicture({ links }: { links: readonly SocialLink[] }) {
  const site = useShownSite();
  return site && <SiteFooter site={{ ...site, socialLinks: [...links] }}>{null}</SiteFooter>;
}

/** Footer Management. */
export const FooterPage = () => <FooterSection preview={(links) => <FooterPicture links={links} />} />;
