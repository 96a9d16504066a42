// Styles of the parts that only the server renders: no component of the browser's build imports them.
import '../../features/chrome/feature-list.module.css';
