import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../base/config/project-root.ts';

/**
 * Files of the built-in posts, with width and height in pixels and duration in seconds; null where a value does not apply. The list
 * protects against path traversal: a name that is not a key here is never joined to a path, so no `..`, separator or encoded form of them
 * can reach another file.
 */
export const SAMPLE_FILES = {
  'clip-1080p.mp4': { width: 1080, height: 1920, duration: 8 },
  'clip-720p.mp4': { width: 720, height: 1280, duration: 8 },
  'clip-480p.mp4': { width: 480, height: 854, duration: 8 },
  'clip.mp3': { width: null, height: null, duration: 8 },
  'clip-poster.jpg': { width: 720, height: 1280, duration: null },
  'set-1.jpg': { width: 720, height: 1280, duration: null },
  'set-1-small.jpg': { width: 320, height: 568, duration: null },
  'set-2.jpg': { width: 800, height: 1000, duration: null },
  'set-2-small.jpg': { width: 320, height: 400, duration: null },
  'set-3.jpg': { width: 800, height: 1000, duration: null },
  'set-3-small.jpg': { width: 320, height: 400, duration: null },
  'set-4.jpg': { width: 800, height: 1000, duration: null },
  'set-4-small.jpg': { width: 320, height: 400, duration: null },
  'set-5.jpg': { width: 800, height: 1000, duration: null },
  'set-5-small.jpg': { width: 320, height: 400, duration: null },
  'sound.mp3': { width: null, height: null, duration: 8 },
  'sound-poster.jpg': { width: 640, height: 640, duration: null },
} as const;
export type SampleFileName = keyof typeof SAMPLE_FILES;

const MEDIA = join(PROJECT_ROOT, 'src/server/engines/sample/media');

const isSampleFileName = (file: string): file is SampleFileName => Object.hasOwn(SAMPLE_FILES, file);

/**
 * Finds a file of the built-in posts by its name. Returns the absolute path and the size in bytes, or null when the name is not in
 * SAMPLE_FILES. Throws when a listed file is missing from the installation.
 */
export const findSample = (file: string): { path: string; size: number } | null => {
  if (!isSampleFileName(file)) return null;
  const path = join(MEDIA, file);
  return { path, size: statSync(path).size };
};
