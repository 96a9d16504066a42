/** Trusted Types, which TypeScript's DOM types do not contain; undefined in browsers without them. The value `emptyHTML` needs no policy. */
export const { trustedTypes } = globalThis as {
  trustedTypes?: {
    readonly emptyHTML: TrustedHTML;
    createPolicy<Rules extends object>(name: string, rules: Rules): Rules;
  };
};
