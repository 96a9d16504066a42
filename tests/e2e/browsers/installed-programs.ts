import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Program that a browser needs, where it may be, and the Debian package that contains it. */
interface NeededProgram {
  readonly name: string;
  readonly paths?: readonly string[];
  readonly debianPackage: string;
}

/** Libraries are read, programs run; both are readable. */
const isThere = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

const find = ({ name, paths = [] }: NeededProgram): string | undefined => {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  return [...folders.map((folder) => path.join(folder, name)), ...paths].find(isThere);
};

const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'];
/** Codecs that WebKitGTK and Firefox load at run time: no program, so a file stands for each package. */
const codecFile = (file: string): readonly string[] =>
  LIBRARIES.map((folder) => path.join(folder, 'gstreamer-1.0', file));

const LIBAV: NeededProgram = {
  name: 'libgstlibav.so',
  paths: codecFile('libgstlibav.so'),
  debianPackage: 'gstreamer1.0-libav',
};

const NEEDED = {
  // Firefox decodes H.264 with the libavcodec that the package of LIBAV depends on.
  firefox: [{ name: 'firefox-esr', debianPackage: 'firefox-esr' }, LIBAV],
  webkit: [
    { name: 'WebKitWebDriver', debianPackage: 'webkit2gtk-driver' },
    {
      name: 'MiniBrowser',
      paths: LIBRARIES.map((folder) => path.join(folder, 'webkit2gtk-4.1', 'MiniBrowser')),
      debianPackage: 'webkit2gtk-driver',
    },
    { name: 'Xvfb', debianPackage: 'xvfb' },
    LIBAV,
    {
      name: 'libgstisomp4.so',
      paths: codecFile('libgstisomp4.so'),
      debianPackage: 'gstreamer1.0-plugins-good',
    },
    {
      name: 'libgstvideoparsersbad.so',
      paths: codecFile('libgstvideoparsersbad.so'),
      debianPackage: 'gstreamer1.0-plugins-bad',
    },
  ],
} as const satisfies Readonly<Record<string, readonly NeededProgram[]>>;
export type EngineName = keyof typeof NEEDED;

/** Returns a sentence that says what to install before this browser can be driven; null when everything is there. */
export const missingFor = (engine: EngineName): string | null => {
  const missing = NEEDED[engine].filter((program) => find(program) === undefined);
  if (missing.length === 0) return null;
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))].join(' ');
  return `${missing.map(({ name }) => name).join(', ')} not found: install with "apt-get install --no-install-recommends ${packages}"`;
};

/** Returns the path of a program. Throws with what to install when it is missing. */
export const programOf = (engine: EngineName, name: string): string => {
  const program = NEEDED[engine].find((one) => one.name === name);
  const found = program === undefined ? undefined : find(program);
  if (found === undefined) throw new Error(missingFor(engine) ?? `${engine} needs no program ${name}`);
  return found;
};
