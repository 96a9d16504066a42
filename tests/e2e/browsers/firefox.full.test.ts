import { startFirefox } from './firefox-browser.ts';
import { describeMainFlows } from './main-flows.ts';

describeMainFlows('firefox', startFirefox);
