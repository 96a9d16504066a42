import { BLOB_MAX_BYTES } from '../lib/set-plan.ts';
import { createStore } from './store.ts';

/** Size of the largest ZIP that this page can make, in bytes: what fits into memory, until a disk is found. */
export const zipLimit = createStore(BLOB_MAX_BYTES);

export const useZipLimit = (): number => zipLimit.use((bytes) => bytes);
