import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  EMPTY_FORM,
  type LinkFormEvent,
  type LinkFormState,
  linkIn,
  messageLine,
  reduceLinkForm,
} from './link-form-state.ts';

const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
const CLIP = 'https://www.tiktok.com/@ferry.notes/video/7412890345512000123';

const run = (...events: LinkFormEvent[]): LinkFormState => events.reduce(reduceLinkForm, EMPTY_FORM);
const typed = (text: string): LinkFormEvent => ({ type: 'typed', text });
const ready = {
  isOnline: true,
  phase: 'ready',
  delay: 'fresh',
  hasPreview: false,
  refusedText: null,
  readsStories: true,
} as const;

describe('the tab', () => {
  it('is video at first', () => expect(EMPTY_FORM.tab).toBe('video'));

  it('changes with the link', () => {
    expect(run(typed(REEL)).tab).toBe('reels');
    expect(run(typed(REEL), typed(CLIP)).tab).toBe('video');
    expect(run(typed('https://www.instagram.com/stories/ferry.notes/3141592653589793238/')).tab).toBe(
      'story',
    );
  });

  it('keeps a manual choice while the link stays the same', () => {
    const chosen = run(typed(REEL), { type: 'tab-chosen', tab: 'photos' }, typed(`${REEL}?igsh=abc`));
    expect(chosen.tab).toBe('photos');
  });

  it('changes with the next link after a manual choice', () => {
    expect(run(typed(CLIP), { type: 'tab-chosen', tab: 'photos' }, typed(REEL)).tab).toBe('reels');
  });

  it('ignores a choice made before the link', () => {
    expect(run({ type: 'tab-chosen', tab: 'story' }, typed(REEL)).tab).toBe('reels');
  });

  it('does not change for a short link, which does not name the content type', () => {
    const story: LinkFormEvent = { type: 'tab-chosen', tab: 'story' };
    expect(run(story, typed('https://vm.tiktok.com/ZMabc1234/')).tab).toBe('story');
  });

  it.each(['', 'hello', 'https://www.youtube.com/watch?v=abc', 'https://www.instagram.com/ferry.notes/'])(
    'is video again for %j, which is no link to a post',
    (text) => {
      expect(run({ type: 'tab-chosen', tab: 'story' }, typed(text)).tab).toBe('video');
      expect(run(typed(REEL), typed(text)).tab).toBe('video');
      expect(run(typed(REEL), { type: 'tab-chosen', tab: 'photos' }, typed(text), typed(CLIP)).tab).toBe(
        'video',
      );
    },
  );
});

describe('the link in a pasted text', () => {
  it.each([
    [`${REEL} ${CLIP}`, REEL],
    [`${REEL}\n${CLIP}`, REEL],
    [`Look at this: ${REEL}?igsh=abc 🌅`, `${REEL}?igsh=abc`],
    [` see www.instagram.com/reel/Cq7Lm2Kd9aB/, wow`, 'www.instagram.com/reel/Cq7Lm2Kd9aB/'],
    ['milk', 'milk'],
    ['https://example.com/ and more', 'https://example.com/ and more'],
    [`https://example.com/ then ${CLIP}`, CLIP],
    [encodeURIComponent(REEL), REEL],
    [`https://${CLIP}`, CLIP],
  ])('of %j is %j', (pasted, link) => expect(linkIn(pasted)).toBe(link));
});

describe('the message line', () => {
  it('shows the hint while the field is blank and nothing for unrecognised text', () => {
    expect(messageLine(EMPTY_FORM, ready).text).toBe('Works with public posts, reels and photo sets.');
    expect(messageLine(run(typed('   ')), ready).text).not.toBe('');
    expect(messageLine(run(typed('hello')), ready).text).toBe('');
    expect(messageLine(EMPTY_FORM, { ...ready, hasPreview: true }).text).toBe('');
  });

  it('names the recognised link, also inside a sentence', () => {
    expect(messageLine(run(typed(`Look: ${REEL} wow`)), ready)).toMatchObject({
      icon: 'recognised',
      text: 'Instagram reel',
    });
    expect(messageLine(run(typed(CLIP)), ready).text).toBe('TikTok video');
  });

  it('shows the two validation messages of the specification', () => {
    expect(messageLine(run({ type: 'refused', reason: 'empty' }), ready)).toMatchObject({
      tone: 'error',
      text: 'Please enter an Instagram or TikTok URL',
    });
    expect(messageLine(run(typed('x'), { type: 'refused', reason: 'invalid' }), ready)).toMatchObject({
      tone: 'error',
      text: 'Please enter a valid Instagram or TikTok URL',
    });
  });

  it.each([
    'https://www.instagram.com/natgeo/',
    'tiktok.com/@someone',
    'https://www.tiktok.com/tag/sea',
    'instagram.com',
  ])('says that %j is the address of no post', (address) =>
    expect(messageLine(run(typed(address), { type: 'refused', reason: 'invalid' }), ready)).toMatchObject({
      text: 'Please enter a valid Instagram or TikTok URL',
      advice: 'Open the post itself, then choose Share and Copy link.',
    }),
  );

  it('refuses a link in a browser without URL.parse', () => {
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override parse = undefined as never;
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const refusedText = run(typed('instagram.com/natgeo'), { type: 'refused', reason: 'invalid' });
    expect(messageLine(refusedText, ready).advice).toMatch(/^Open the post itself/u);
  });

  it('removes an error at the next key press', () => {
    expect(run(typed('x'), { type: 'refused', reason: 'invalid' }, typed('xy')).message).toBeNull();
  });

  it('explains a slow load and offers Cancel after a long one', () => {
    const loading = (delay: 'fresh' | 'slow' | 'long') =>
      messageLine(run(typed(REEL)), { ...ready, phase: 'loading', delay });
    expect(loading('fresh')).toMatchObject({ text: 'Usually takes two seconds.', canCancel: false });
    expect(loading('slow')).toMatchObject({
      text: 'Still working. Some posts take longer.',
      canCancel: false,
    });
    expect(loading('long')).toMatchObject({
      text: 'Still working. Some posts take longer.',
      canCancel: true,
    });
  });

  it('shows that the browser is offline before any other message of the form', () => {
    const state = run(typed('x'), { type: 'refused', reason: 'invalid' });
    expect(messageLine(state, { ...ready, isOnline: false })).toMatchObject({
      tone: 'warning',
      icon: 'offline',
      text: "You're offline. We'll keep your link here until you're back.",
    });
    for (const nothing of [typed(''), typed('  '), { type: 'refused', reason: 'empty' }] as const)
      expect(messageLine(run(nothing), { ...ready, isOnline: false }).text).toBe(
        "You're offline. Paste a link when you're back.",
      );
  });

  it('is removed by the next attempt, whatever it was', () => {
    expect(run({ type: 'refused', reason: 'empty' }, { type: 'attempted' }).message).toBeNull();
    expect(run({ type: 'hinted', text: 'Nothing.' }, { type: 'attempted' }).message).toBeNull();
  });

  it('says before the try that the site cannot read stories', () => {
    const unable = { ...ready, readsStories: false };
    const sentence =
      "Instagram shows stories only to people who are signed in, so this site can't read them.";
    const story = typed('https://www.instagram.com/stories/ferry.notes/3141592653589793238/');
    const tab: LinkFormEvent = { type: 'tab-chosen', tab: 'story' };
    expect(messageLine(run(story), unable)).toMatchObject({ tone: 'warning', text: sentence });
    expect(messageLine(run(story), ready).text).toBe('Instagram story');
    expect(messageLine(run(tab), unable).text).toBe(sentence);
    for (const other of ['hello', 'https://www.youtube.com/watch?v=abc', 'https://vm.tiktok.com/ZMabc1234/'])
      expect(messageLine(run(tab, typed(other), tab), unable).text).not.toBe(sentence);
    expect(messageLine(run(story, typed('')), unable).text).not.toBe(sentence);
    expect(messageLine(run(tab), ready).text).not.toBe(sentence);
    // The link counts, not the tab.
    expect(messageLine(run(typed(REEL), tab), unable).text).toBe('Instagram reel');
    expect(messageLine(run(story, { type: 'tab-chosen', tab: 'video' }), unable).text).toBe(sentence);
    expect(messageLine(run(story, { type: 'refused', reason: 'invalid' }), unable).tone).toBe('error');
    expect(messageLine(EMPTY_FORM, unable).text).not.toBe(sentence);
  });

  it('leaves the reason to the error panel only while the field holds the link that the panel is about', () => {
    const link = 'https://www.instagram.com/stories/ferry.notes/3141592653589793238/';
    const other = 'https://www.instagram.com/stories/ferry.notes/2718281828459045235/';
    const sentence =
      "Instagram shows stories only to people who are signed in, so this site can't read them.";
    const failed = { ...ready, readsStories: false, refusedText: `Look: ${link} wow` };
    expect(messageLine(run(typed(link)), failed).text).toBe('');
    expect(messageLine(run(typed(` ${link} `)), failed).text).toBe('');
    expect(messageLine(run(typed(other)), failed).text).toBe(sentence);
    expect(messageLine(run(typed(REEL)), failed).text).toBe('Instagram reel');
    expect(messageLine(run(typed(link)), { ...failed, refusedText: REEL }).text).toBe(sentence);
  });

  it('is empty while the link is validated', () => {
    expect(messageLine(run(typed(REEL)), { ...ready, phase: 'validating' }).text).toBe('');
  });
});
