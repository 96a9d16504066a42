/**
 * The part of the Trusted Types API used here. Not every browser has it, and TypeScript's DOM types do not contain it.
 */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** Returns the URL if it is one of our built files under /assets/; throws a TypeError for any other. */
function requireBuiltFile(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin !== location.origin || !pathname.startsWith('/assets/')) throw new TypeError('not a built file');
  return url;
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
/** Trusted Types policy; the Content-Security-Policy header allows only this name. */
const policy = factory?.createPolicy('built-files', { createScriptURL: requireBuiltFile }) ?? {
  createScriptURL: requireBuiltFile,
};

const modules = new Map<string, Promise<void>>();

/** Loads a built module with a script element. Rejects when the file cannot be fetched; a later call tries again. */
function loadScript(url: string): Promise<void> {
  const known = modules.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = policy.createScriptURL(url);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      modules.delete(url);
      script.remove();
      reject(new TypeError('a part of the page could not be loaded'));
    });
    document.head.append(script);
  });
  modules.set(url, loading);
  return loading;
}

/**
 * Imports a built module by its URL. A script element loads it first, because the policy's 'strict-dynamic' blocks
 * `import()` from a script trusted by its hash, but trusts a script element created by one (CSP 3, section 8.2). The build
 * replaces every dynamic import with a call of this function. Rejects when the file cannot be fetched; a later call tries
 * again.
 */
export const importBuilt = (url: string): Promise<unknown> =>
  loadScript(url).then(() => import(/* @vite-ignore */ url));
