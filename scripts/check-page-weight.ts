// A step of `npm run check`: fails when the built public page is heavier than its budget. Takes the folder of the build.
import { judgePage, weighPage } from '../bench/page-weight.ts';

const [client = 'dist/client'] = process.argv.slice(2);
const { kept, lines } = judgePage(await weighPage(client));
for (const line of lines) console.log(line);
if (!kept) {
  console.error(
    'The public page is over its budget: move what its first view does not need into a part loaded later.',
  );
  process.exitCode = 1;
}
