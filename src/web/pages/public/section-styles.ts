// Styles of the public page's parts that only the server renders. No component in the browser's build imports them.
import '../../features/site-layout/feature-list.module.css';
import '../../features/link-form/works-with.module.css';
import '../../features/site-layout/hero-heading.module.css';
import '../../features/site-layout/sample-card.module.css';
import '../../features/sections/band.module.css';
import '../../features/sections/how-it-works.module.css';
import '../../features/sections/faq.module.css';
import '../../features/sections/price-and-status.module.css';
import '../../features/sections/status-rows.module.css';
import '../../features/sections/help-and-contact.module.css';
import '../../features/sections/legal.module.css';
import '../../features/owner-content/owner-content.module.css';
import '../../ui/prose.module.css';
