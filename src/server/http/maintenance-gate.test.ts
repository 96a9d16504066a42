import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createMaintenanceGate } from './maintenance-gate.ts';

const from = (cookie?: string): FastifyRequest => ({ headers: { cookie } }) as unknown as FastifyRequest;

const gateWith = (isAdministrator: () => Promise<boolean>) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const settings = { current: () => ({ maintenance: true }) };
  return { gate: createMaintenanceGate({ settings, log, isAdministrator }), lines };
};

describe('passes', () => {
  it('looks up the account only for requests with a session cookie', async () => {
    const lookups: number[] = [];
    const { gate } = gateWith(async () => lookups.push(1) > 0);
    for (const cookie of [undefined, '', 'theme=dark', 'notsid=1', 'theme=sid=1', 'Sid=1'])
      expect(await gate.bypassesMaintenance(from(cookie))).toBe(false);
    expect(lookups).toEqual([]);
    for (const cookie of ['sid=1', '__Host-sid=1', 'theme=dark; sid=1', 'theme=dark;__Host-sid=1'])
      expect(await gate.bypassesMaintenance(from(cookie))).toBe(true);
    expect(lookups).toHaveLength(4);
  });

  it('returns false when the lookup fails, and does not log the session', async () => {
    const { gate, lines } = gateWith(() => Promise.reject(new Error('the database is away')));
    expect(await gate.bypassesMaintenance(from('sid=secret'))).toBe(false);
    expect(lines.join('')).toContain('the signed-in account could not be looked up');
    expect(lines.join('')).not.toContain('secret');
  });
});
