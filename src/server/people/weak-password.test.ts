import { describe, expect, it } from 'vitest';
import { isWeakPassword } from './weak-password.ts';

const CONTEXT = { email: 'wilhelmina@mail.example', siteTitle: 'Clip Garden' };

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

  it.each([
    ['123456'],
    ['1234567890'],
    ['111111'],
    ['letmein'],
    ['iloveyou'],
    ['sunshine'],
    ['princess'],
    ['football'],
    ['baseball'],
    ['superman'],
    ['trustno1'],
    ['starwars'],
    ['computer'],
    ['michelle'],
    ['jennifer'],
    ['liverpool'],
    ['whatever'],
    ['qazwsx'],
    ['asdfghjkl'],
    ['1q2w3e4r'],
    ['passw0rd'],
    ['welcome1'],
    ['changeme'],
    ['12341234'],
    ['abcd1234'],
    ['q1w2e3r4t5'],
    ['654321'],
    ['123456a'],
    ['zaq12wsx'],
    ['dragon1'],
    ['thomas1'],
    ['jordan23'],
    ['nicholas'],
    ['mustang'],
    ['arsenal'],
    ['pokemon'],
    ['cheese'],
    ['samsung'],
    ['freedom'],
    ['fuckyou'],
    ['romashka'],
    ['vjkjrj'],
    ['02041979'],
  ])('rejects %s, one of the most common passwords', async (password) => {
    expect(await isWeakPassword(password, CONTEXT)).toBe(true);
  });
});
