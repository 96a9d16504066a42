import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import { isWeakPassword } from './weak-password.ts';

const CONTEXT = { email: 'wilhelmina@mail.example', siteTitle: 'Clip Garden' };
const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/corpora/passwords/zxcvbn-top10k.txt');

describe('isWeakPassword', () => {
  it.each([
    ['password'],
    ['Password1'],
    ['dragon'],
    ['P@ssw0rd'],
    ['monkey2024'],
    ['aaaaaaaa'],
    ['abcabcabc'],
    ['qwertyuiop'],
    ['poiuytrewq'],
    ['98765432'],
    ['zxcvbnm'],
    ['clipgarden'],
    ['my Clip Garden 9'],
    ['wilhelmina-77'],
  ])('rejects %s', async (password) => {
    expect(await isWeakPassword(password, CONTEXT)).toBe(true);
  });

  it.each([
    ['blue kettle 42'],
    ['correct horse battery staple'],
    ['x7Kq2m'],
    ['t4ngl3d-otter'],
    ['Zwölf Boxkämpfer'],
    ['猫がマットの上に'],
  ])('accepts %s', async (password) => {
    expect(await isWeakPassword(password, CONTEXT)).toBe(false);
  });

  it('ignores a short title or address', async () => {
    const short = { email: 'al@mail.example', siteTitle: 'Go' };
    expect(await isWeakPassword('royal-gong-17', short)).toBe(false);
    expect(await isWeakPassword('royal-gong-17', { email: '', siteTitle: '' })).toBe(false);
  });

  it.skipIf(!existsSync(CORPUS))(
    'rejects at least 95 % of the ten thousand most common passwords',
    async () => {
      const common = readFileSync(CORPUS, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/)[0] ?? '')
        .filter((password) => password.length >= PASSWORD_MIN_CHARACTERS);
      expect(common.length).toBeGreaterThan(8_000);
      const weak = await Promise.all(common.map((password) => isWeakPassword(password, CONTEXT)));
      expect(weak.filter(Boolean).length / common.length).toBeGreaterThanOrEqual(0.95);
    },
  );
});
