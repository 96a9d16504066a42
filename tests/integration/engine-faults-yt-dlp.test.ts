import {
  BAD_LINK,
  GONE,
  LIMITED,
  NETWORK,
  NO_MEDIA,
  PRIVATE,
  REGION_BLOCKED,
  TIMED_OUT,
  UNREADABLE,
  UNREADABLE_HERE,
  UPSTREAM_ERROR,
  WITHHELD,
} from '../fault-sentences.ts';
import { createFakeYtDlp, type FakeBehaviour, type FakeYtDlp } from '../mock-platforms/yt-dlp-program.ts';
import { describeEngineFaults, type FaultRow } from './engine-fault-suite.ts';
import { tiktok, tiktokFormat } from './yt-dlp-answers.ts';

type ExpectedResult = readonly [
  fault: string,
  played: (id: string) => FakeBehaviour,
  says: string,
  next: FaultRow['next'],
  breaker: FaultRow['breaker'],
];

const failsWith = (text: string) => (id: string) => ({
  output: 'null',
  stderr: `ERROR: [TikTok] ${id}: ${text}\n`,
  code: 1,
});

const EXPECTED: readonly ExpectedResult[] = [
  [
    'the post is for followers',
    failsWith('You do not have permission to view this post'),
    PRIVATE,
    'not asked',
    'closed',
  ],
  [
    'a login is asked for',
    failsWith('You need to log in to access this content'),
    WITHHELD,
    'asked',
    'closed',
  ],
  ['the post is gone', failsWith('Video not available, status code 10202'), GONE, 'not asked', 'closed'],
  [
    'the address is blocked, or so',
    failsWith('Your IP address is blocked from accessing this post'),
    UNREADABLE_HERE,
    'asked',
    'closed',
  ],
  [
    'the region is denied',
    failsWith('This video is not available from your location'),
    REGION_BLOCKED,
    'asked',
    'closed',
  ],
  [
    'HTTP 429',
    failsWith('Unable to download webpage: HTTP Error 429: Too Many Requests'),
    LIMITED,
    'asked',
    'closed',
  ],
  ['a challenge is not solved', failsWith('Unable to solve JS challenge'), LIMITED, 'asked', 'closed'],
  [
    'HTTP 500',
    failsWith('Unable to download webpage: HTTP Error 500: Internal Server Error'),
    UPSTREAM_ERROR,
    'asked',
    'open',
  ],
  [
    'no name is resolved',
    failsWith('Unable to download webpage: getaddrinfo failed'),
    NETWORK,
    'asked',
    'open',
  ],
  [
    'the platform says nothing',
    failsWith('Unable to download webpage: The read operation timed out'),
    TIMED_OUT,
    'asked',
    'open',
  ],
  [
    'the layout is new',
    failsWith('Unable to extract universal data for rehydration'),
    UNREADABLE,
    'asked',
    'open',
  ],
  ['there are no formats', failsWith('No video formats found!'), NO_MEDIA, 'asked', 'closed'],
  ['the link is not known', failsWith('Unsupported URL'), BAD_LINK, 'asked', 'closed'],
  [
    'the program knows no such option',
    () => ({ stderr: 'yt-dlp: error: no such option\n', code: 2 }),
    UNREADABLE,
    'asked',
    'open',
  ],
  ['half of an answer', () => ({ output: '{"id":"75' }), UNREADABLE, 'asked', 'open'],
  ['nothing at all', () => ({ output: '' }), UNREADABLE, 'asked', 'open'],
  ['the program dies', () => ({ script: 'kill -9 $$' }), UNREADABLE, 'asked', 'open'],
  [
    'files no network has',
    (id) => ({ output: tiktok([tiktokFormat('h264_540p_1-0', { cookies: undefined })], id) }),
    NO_MEDIA,
    'asked',
    'open',
  ],
  ['the program hangs, slow', () => ({ script: 'exec sleep 60' }), TIMED_OUT, 'asked', 'open'],
];

const idOf = (index: number): string => `75200000000000000${String(index).padStart(2, '0')}`;
let program: FakeYtDlp;

describeEngineFaults({
  engine: 'yt-dlp',
  async environment() {
    program = await createFakeYtDlp();
    for (const [index, [, played]] of EXPECTED.entries())
      program.setBehaviour(idOf(index), played(idOf(index)));
    return { YTDLP_PATH: program.program, PATH: program.searchPath };
  },
  remove: () => program.remove(),
  rows: EXPECTED.map(([fault, , says, next, breaker], index) => ({
    fault,
    platform: 'tiktok',
    link: `https://www.tiktok.com/@_/video/${idOf(index)}`,
    says,
    next,
    breaker,
  })),
});
