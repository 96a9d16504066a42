/** Script of a page from which tests run jobs, in place of the public page's script and under its policy. */
import { setBasePath } from '#shared/base-path.ts';
import { findKeyFrame, isExactClipQuick } from '../../../src/web/workbench/clip-questions.ts';
import { canEncodeFilm, canMakeFiles } from '../../../src/web/workbench/device.ts';
import { runJob } from '../../../src/web/workbench/run-job.ts';

const workbench = { runJob, findKeyFrame, isExactClipQuick, canEncodeFilm, canMakeFiles };
export type Workbench = typeof workbench;

setBasePath(document.documentElement.dataset['base'] ?? '');
Object.assign(globalThis, { workbench });
document.documentElement.setAttribute('data-hydrated', '');
