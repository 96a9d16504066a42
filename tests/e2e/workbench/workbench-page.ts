/** Script of a page from which tests run jobs, in place of the public page's script and under its policy. */
import { runJob } from '../../../src/web/workbench/run-job.ts';

export const workbench = { runJob };

Object.assign(globalThis, { workbench });
document.documentElement.setAttribute('data-hydrated', '');
