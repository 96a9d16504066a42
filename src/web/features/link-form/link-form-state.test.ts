import { describe, expect, it } from 'vitest';
import {
  EMPTY_FORM,
  type LinkFormEvent,
  type LinkFormState,
  messageLine,
  reduceLinkForm,
} from './link-form-state.ts';

const REEL = 'https://www.instagram.com/reel/Cq7Lm2Kd9aB/';
const CLIP = 'https://www.tiktok.com/@ferry.notes/video/7412890345512000123';

const run = (...events: LinkFormEvent[]): LinkFormState => events.reduce(reduceLinkForm, EMPTY_FORM);
const typed = (text: string): LinkFormEvent => ({ type: 'typed', text });
const calm = { online: true, phase: 'ready', patience: 'fresh', hasPreview: false } as const;

describe('the tab', () => {
  it('starts at video', () => expect(EMPTY_FORM.tab).toBe('video'));

  it('follows the link', () => {
    expect(run(typed(REEL)).tab).toBe('reels');
    expect(run(typed(REEL), typed(CLIP)).tab).toBe('video');
    expect(run(typed('https://www.instagram.com/stories/ferry.notes/3141592653589793238/')).tab).toBe(
      'story',
    );
  });

  it('stays as chosen by hand after typing, while the link stays the same', () => {
    const chosen = run(typed(REEL), { type: 'tab-chosen', tab: 'photos' }, typed(`${REEL}?igsh=abc`));
    expect(chosen.tab).toBe('photos');
  });

  it('follows the next link again', () => {
    expect(run(typed(CLIP), { type: 'tab-chosen', tab: 'photos' }, typed(REEL)).tab).toBe('reels');
  });

  it('is not moved by a choice made before typing', () => {
    expect(run({ type: 'tab-chosen', tab: 'story' }, typed(REEL)).tab).toBe('reels');
  });

  it('is left alone by a short link, which does not say what it leads to, and by text that is no link', () => {
    const story: LinkFormEvent = { type: 'tab-chosen', tab: 'story' };
    expect(run(story, typed('https://vm.tiktok.com/ZMabc1234/')).tab).toBe('story');
    expect(run(story, typed('hello')).tab).toBe('story');
  });
});

describe('the message line', () => {
  it('explains itself while blank and falls silent while the text is unknown', () => {
    expect(messageLine(EMPTY_FORM, calm).text).toBe(
      "Works with any public Instagram or TikTok post. Private accounts can't be downloaded.",
    );
    expect(messageLine(run(typed('   ')), calm).text).not.toBe('');
    expect(messageLine(run(typed('hello')), calm).text).toBe('');
    expect(messageLine(EMPTY_FORM, { ...calm, hasPreview: true }).text).toBe('');
  });

  it('names what was recognised, also inside a sentence', () => {
    expect(messageLine(run(typed(`Look: ${REEL} wow`)), calm)).toMatchObject({
      icon: 'recognised',
      text: 'Instagram reel',
    });
    expect(messageLine(run(typed(CLIP)), calm).text).toBe('TikTok video');
  });

  it("says the specification's two sentences", () => {
    expect(messageLine(run({ type: 'refused', reason: 'empty' }), calm)).toMatchObject({
      tone: 'error',
      text: 'Please enter an Instagram or TikTok URL',
    });
    expect(messageLine(run(typed('x'), { type: 'refused', reason: 'invalid' }), calm)).toMatchObject({
      tone: 'error',
      text: 'Please enter a valid Instagram or TikTok URL',
    });
  });

  it('forgets an error with the next key press', () => {
    expect(run(typed('x'), { type: 'refused', reason: 'invalid' }, typed('xy')).note).toBeNull();
  });

  it('keeps the visitor company while loading and offers a way out after long', () => {
    const loading = (patience: 'fresh' | 'slow' | 'long') =>
      messageLine(run(typed(REEL)), { ...calm, phase: 'loading', patience });
    expect(loading('fresh')).toMatchObject({ text: 'Usually takes two seconds.', cancel: false });
    expect(loading('slow')).toMatchObject({ text: 'Still working. Some posts take longer.', cancel: false });
    expect(loading('long')).toMatchObject({ text: 'Still working. Some posts take longer.', cancel: true });
  });

  it('puts being offline before everything the form would say itself', () => {
    const state = run(typed('x'), { type: 'refused', reason: 'invalid' });
    expect(messageLine(state, { ...calm, online: false })).toMatchObject({
      tone: 'warning',
      icon: 'offline',
      text: "You're offline. We'll keep your link here until you're back.",
    });
  });

  it('is empty while validating', () => {
    expect(messageLine(run(typed(REEL)), { ...calm, phase: 'validating' }).text).toBe('');
  });
});
