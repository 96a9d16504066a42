import type { SocialLink } from '#shared/contract/site.ts';
import { FooterSection } from '../../features/admin/sections/footer/footer-section.tsx';
import { SiteFooter } from '../../features/site-layout/site-footer.tsx';
import { useShownSite } from '../../state/panel/shown-site.ts';

/** Renders the public page's footer with these social links for the preview; renders nothing without settings. */
function FooterPreview({ links }: { links: readonly SocialLink[] }) {
  const site = useShownSite();
  return site && <SiteFooter site={{ ...site, socialLinks: [...links] }}>{null}</SiteFooter>;
}

export const FooterPage = () => <FooterSection preview={(links) => <FooterPreview links={links} />} />;
