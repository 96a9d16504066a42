// Styles of the public page's first state, in the order in which their rules apply. The document contains them
// (docs/adr/0050), so what the page cannot show before its code is loaded belongs in other files. The build leaves these
// out of the sheet of the page's code, which loads with that (vite.config.ts).
import '../../ui/button.module.css';
import '../../ui/field-message.module.css';
import '../../features/link-form/link-field.module.css';
import '../../features/link-form/link-form.module.css';
import '../../features/link-form/type-tabs.module.css';
import '../../features/site-layout/brand.module.css';
import '../../features/site-layout/site-footer.module.css';
import '../../features/site-layout/site-header.module.css';
import '../../features/site-layout/skip-link.module.css';
import '../../features/site-layout/feature-list.module.css';
import '../../features/link-form/works-with.module.css';
import '../../features/site-layout/hero-heading.module.css';
import '../../features/site-layout/sample-card.module.css';
import '../../features/sections/band.module.css';
import '../../features/sections/how-it-works.module.css';
import '../../features/sections/faq.module.css';
import '../../features/sections/price-and-status.module.css';
import '../../features/sections/help-and-contact.module.css';
import '../../features/sections/legal.module.css';
import './public-page.module.css';
