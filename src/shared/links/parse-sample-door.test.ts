import { describe, expect, it } from 'vitest';
import { parseSampleDoor } from './parse-link.ts';

describe('parseSampleDoor', () => {
  it.each([
    ['/?sample=clip', 'clip', 'video', 'Sample clip'],
    ['/?sample=set', 'set', 'photos', 'Sample set'],
    ['/?sample=sound', 'sound', 'video', 'Sample sound'],
  ])('opens %s', (door, id, contentType, label) => {
    expect(parseSampleDoor(door)).toEqual({
      ok: true,
      link: {
        platform: 'sample',
        kind: 'sample',
        id,
        username: null,
        url: door,
        itemIndex: null,
        contentType,
        label,
      },
    });
  });

  it.each([
    '/?sample=other',
    '/?sample=',
    '?sample=clip',
    ' /?sample=clip',
    '/?sample=clip&x=1',
    'https://a.example/?sample=clip',
  ])('stays shut for %s', (door) => {
    expect(parseSampleDoor(door)).toEqual({ ok: false, code: 'invalid' });
  });

  it('calls blank text empty', () => {
    expect(parseSampleDoor('  ')).toEqual({ ok: false, code: 'empty' });
  });
});
