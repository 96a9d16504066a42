interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Addresses that the policy allows. */
const allowed = new Set<string>();

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
const policy = trustedTypes?.createPolicy('built-files', {
  createScriptURL(url) {
    if (allowed.has(url)) return url;
    throw new TypeError('not a script of this build');
  },
});

/**
 * Returns a script address of this build in the form that a worker is started with: under Trusted Types an object, typed as the string that
 * it stands for. Call it only with a constant that the bundler made.
 */
export function builtScript(url: string): string {
  allowed.add(url);
  return policy?.createScriptURL(url) ?? url;
}
