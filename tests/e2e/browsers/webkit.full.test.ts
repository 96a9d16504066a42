import { describeMainFlows } from './main-flows.ts';
import { startWebkit } from './webkit-browser.ts';

describeMainFlows('webkit', startWebkit);
