import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import type { DeliveryState } from './cdn.ts';
import type { CobaltState } from './cobalt-api.ts';
import type { CobaltFault, MediaFault, MockFault, PageFault, ProviderFault } from './fault.ts';
import { mockFaults, mockShortLinks } from './faults.ts';
import type { MockPost, MockRendition } from './post.ts';
import { mockCheckPosts, mockLargeSets, mockPosts } from './posts.ts';
import type { ProviderState } from './provider-api.ts';
import type { PageState } from './site-pages.ts';

/** An active delivery fault; it ends after `times` transfers of one page load. */
interface ActiveFault {
  readonly fault: MediaFault;
  readonly times: number;
}

/**
 * Faults that a test can set while the mock platforms run. A target is a post's link, or one file's path on the
 * delivery host.
 */
export interface FaultControls {
  setMediaFault(target: string, fault: MediaFault | null, times?: number): void;
  setCut(target: string, byte: number, times?: number): void;
  /**
   * Lets the URLs that a post has been given so far expire when a transfer reaches offset `byte`. `how` describes what
   * the next page load gives.
   */
  expireLinks(link: string, byte: number, how?: Partial<AfterRefresh>): void;
  setPageFault(link: string, fault: PageFault | null): void;
  setProviderFault(fault: ProviderFault | null): void;
  /** Applies to every post and every file of the cobalt instance. */
  setCobaltFault(fault: CobaltFault | null): void;
  /** Restores the faults of the tables and counts page loads from 1 again. */
  resetFaults(): void;
}

type AfterRefresh = Pick<Extract<MediaFault, { kind: 'expires' }>, 'afterRefresh' | 'validators'>;

const REFUSED: MediaFault = { kind: 'expired', status: 403, afterRefresh: 'never' };

const NEVER_PROVIDED: readonly (PageFault | undefined)[] = ['private', 'gated', 'gone', 'no-media'];

const posts: readonly MockPost[] = [
  ...mockPosts,
  ...mockLargeSets,
  ...mockCheckPosts,
  ...mockFaults.flatMap(({ post }) => (post === null ? [] : [post])),
];
const postById = new Map(posts.map((post) => [post.id, post]));
const rowById = new Map(
  mockFaults.flatMap((row) => (row.post === null ? [] : [[row.post.id, row] as const])),
);

const filesOf = (post: MockPost, item?: number): MockRendition[] => {
  const items = item === undefined ? post.items : post.items.slice(item, item + 1);
  const captions = item === undefined ? (post.captions ?? []) : [];
  return [
    ...items.flatMap(({ renditions, provided }) => [...renditions, ...provided]),
    ...captions.flatMap(({ file, isLost }) => (isLost ? [] : file)),
  ];
};
const fileByPath = new Map(
  posts.flatMap((post) => [
    ...filesOf(post).map((file) => [file.path, file] as const),
    ...post.items.flatMap(({ cover }) => (cover === null ? [] : [[cover.path, cover] as const])),
  ]),
);

const pathsOf = (target: string): string[] => {
  if (target.startsWith('/') && fileByPath.has(target)) return [target];
  const post = findPost(target);
  if (post === null) throw new Error(`the mock platforms have no file behind ${target}`);
  return filesOf(post).map(({ path }) => path);
};

const codeOf = (link: string): string => new URL(link).pathname.split('/').filter(Boolean).at(-1) ?? '';
const shortLinks = new Map<string, { to: string } | { fault: NonNullable<MockFault['shortLink']> }>([
  ...mockShortLinks.map(({ link, post }) => {
    const query = TEST_PLATFORMS[post.platform].mock.shortLinks?.query ?? '';
    return [codeOf(link), { to: post.links[0] + query }] as const;
  }),
  ...mockFaults.flatMap(({ link, shortLink }) =>
    shortLink === undefined ? [] : [[codeOf(link), { fault: shortLink }] as const],
  ),
]);

/** Finds the post that a link of any form names, short links included; null for none. */
export const findPost = (link: string): MockPost | null => {
  const segments = URL.parse(link)?.pathname.split(/[/.]/).filter(Boolean) ?? [];
  for (const segment of segments.reverse()) {
    const post = postById.get(segment);
    if (post !== undefined) return post;
  }
  const short = shortLinks.get(codeOf(link));
  return short !== undefined && 'to' in short ? findPost(short.to) : null;
};

const activeFaultsByTable = (): Map<string, ActiveFault> =>
  new Map(
    mockFaults.flatMap(({ post, media, times, item }) =>
      post === null || media === undefined
        ? []
        : filesOf(post, item ?? 0).map(
            ({ path }) => [path, { fault: media, times: times ?? Infinity }] as const,
          ),
    ),
  );

/** Creates the state that all parts of one mock instance share: posts, files, faults and page-load counts. */
export const createMockState = (
  origin: () => string,
): {
  pages: PageState;
  delivery: DeliveryState;
  provider: ProviderState;
  cobalt: CobaltState;
  controls: FaultControls;
} => {
  let activeFaults = activeFaultsByTable();
  let providerFault: ProviderFault | null = null;
  let cobaltFault: CobaltFault | null = null;
  const tunnels: CobaltState['tunnels'] = new Map();
  const pageFaults = new Map<string, PageFault | null>();
  const readings = new Map<string, number>();
  const faultCounts = new Map<string, number>();
  const expired = new Set<string>();

  const pageFault = ({ id }: MockPost): PageFault | null =>
    pageFaults.get(id) ?? (pageFaults.has(id) ? null : (rowById.get(id)?.page ?? null));
  const nextReading = ({ id }: MockPost): number => {
    const reading = (readings.get(id) ?? 0) + 1;
    readings.set(id, reading);
    return reading;
  };
  const peekFault = (path: string) => activeFaults.get(path)?.fault ?? null;

  const setMediaFault: FaultControls['setMediaFault'] = (target, fault, times = Infinity) => {
    for (const path of pathsOf(target)) {
      for (const key of faultCounts.keys()) if (key.startsWith(`${path}#`)) faultCounts.delete(key);
      if (fault === null) activeFaults.delete(path);
      else activeFaults.set(path, { fault, times });
    }
  };

  const findProvided: ProviderState['findPost'] = (link) => {
    const post = findPost(link);
    if (post === null || NEVER_PROVIDED.includes(pageFault(post) ?? undefined)) return null;
    return { post, reading: nextReading(post) };
  };

  const postBehind = (link: string): MockPost => {
    const post = findPost(link);
    if (post === null) throw new Error(`the mock platforms have no post behind ${link}`);
    return post;
  };

  return {
    pages: {
      get origin() {
        return origin();
      },
      findById: (id) => postById.get(id) ?? null,
      pageFault,
      nextReading,
      shortLink: (code) => shortLinks.get(code) ?? null,
    },
    delivery: {
      get origin() {
        return origin();
      },
      fileAt: (path) => fileByPath.get(path) ?? null,
      peekFault,
      takeFault(path, reading) {
        const found = activeFaults.get(path);
        const key = `${path}#${reading}`;
        const count = faultCounts.get(key) ?? 0;
        if (found === undefined || count >= found.times) return null;
        if (expired.has(key)) return REFUSED;
        faultCounts.set(key, count + 1);
        return found.fault;
      },
      expire(path, reading) {
        expired.add(`${path}#${reading}`);
      },
    },
    provider: {
      findPost: findProvided,
      faultOf: (post) => providerFault ?? (post === null ? null : (rowById.get(post.id)?.provider ?? null)),
    },
    cobalt: { findPost: findProvided, fault: () => cobaltFault, tunnels: tunnels },
    controls: {
      setMediaFault,
      setCut: (target, byte, times) => setMediaFault(target, { kind: 'cut', at: byte }, times),
      expireLinks(link, byte, how = {}) {
        const upTo = readings.get(postBehind(link).id) ?? 0;
        setMediaFault(link, {
          kind: 'expires',
          at: byte,
          upTo,
          afterRefresh: 'same',
          validators: 'etag',
          ...how,
        });
      },
      setPageFault(link, fault) {
        pageFaults.set(postBehind(link).id, fault);
      },
      setProviderFault(fault) {
        providerFault = fault;
      },
      setCobaltFault(fault) {
        cobaltFault = fault;
      },
      resetFaults() {
        activeFaults = activeFaultsByTable();
        providerFault = null;
        cobaltFault = null;
        pageFaults.clear();
        readings.clear();
        faultCounts.clear();
        expired.clear();
      },
    },
  };
};
