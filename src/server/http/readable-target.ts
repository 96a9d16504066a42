/**
 * Returns a request target that the router can decode. In a path with a broken percent-encoding (`/%zz`) every percent sign is escaped, so
 * that the request passes the hooks and is answered like any unknown path, instead of failing inside the router.
 */
export const readableTarget = (target: string): string => {
  const [path = ''] = target.split(/[?#]/, 1);
  try {
    // Of the global alone, the build takes a call without a use for one without an effect, and removes it (vite.config.ts).
    globalThis.decodeURI(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
};
