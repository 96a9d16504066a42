// Styles of the pages that only the server renders, and of no other page. No component in the browser's build imports them.
import '../../features/status-page/status-page.module.css';
import '../../features/result/plain-result.module.css';
import '../preview/preview-document.module.css';
import '../../features/text-pages/text-pages.module.css';
import './plain-document.module.css';
