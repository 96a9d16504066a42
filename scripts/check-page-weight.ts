// A step of `npm run check`: fails when a built page exceeds its size budget. Arguments: folders of the two builds.
import { checkPageWeight, checkPanelWeight, weighPage, weighPanel } from '../bench/page-weight.ts';

const [client = 'dist/client', panel = 'dist/panel'] = process.argv.slice(2);
const page = checkPageWeight(await weighPage(client));
const entry = checkPanelWeight(await weighPanel(panel));
for (const line of [...page.lines, ...entry.lines]) console.log(line);
if (!page.withinBudget || !entry.withinBudget) {
  console.error(
    'A page is over its budget: move what its first view does not need into a part loaded later.',
  );
  process.exitCode = 1;
}
