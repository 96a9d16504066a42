/** The part of the Trusted Types API used here; not every browser has it, and the compiler's DOM does not know it. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** Refuses every address but a built file of ours: a script element can be pointed nowhere else. */
function ownBuiltFile(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  if (origin !== location.origin || !pathname.startsWith('/assets/')) throw new TypeError('not a built file');
  return url;
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
/** The page's policy header allows this one name. */
const policy = factory?.createPolicy('built-files', { createScriptURL: ownBuiltFile }) ?? {
  createScriptURL: ownBuiltFile,
};

const trusted = new Map<string, Promise<void>>();

/**
 * Loads a built module so that a following `import()` of the same address finds it. The policy's 'strict-dynamic' refuses
 * `import()` from a script that is trusted by its hash, but trusts a script element made by one (CSP 3, section 8.2).
 * The build puts this call before every dynamic import. Rejects when the file cannot be fetched; asking again tries again.
 */
export function trustModule(url: string): Promise<void> {
  const known = trusted.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = policy.createScriptURL(url);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      trusted.delete(url);
      script.remove();
      reject(new TypeError('a part of the page could not be loaded'));
    });
    document.head.append(script);
  });
  trusted.set(url, loading);
  return loading;
}
