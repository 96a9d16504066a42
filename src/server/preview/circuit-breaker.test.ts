import { beforeEach, describe, expect, it } from 'vitest';
import { BREAKER_FAULTS, BREAKER_FAULTS_MS, BREAKER_JUDGED_LAST, BREAKER_PROBE_MS } from '#shared/limits.ts';
import { type CircuitBreaker, createCircuitBreaker, type RunSign } from './circuit-breaker.ts';

let time = 0;
let breaker: CircuitBreaker;
beforeEach(() => {
  time = 1_000_000;
  breaker = createCircuitBreaker(() => time);
});

const run = (sign: RunSign) => breaker.admit()?.settle(sign);
const runs = (count: number, sign: RunSign) => {
  for (let index = 0; index < count; index += 1) run(sign);
};
const open = () => runs(BREAKER_FAULTS, 'fault');

describe('a closed breaker', () => {
  it('opens with the fifth fault within thirty seconds', () => {
    runs(BREAKER_FAULTS - 1, 'fault');
    time += BREAKER_FAULTS_MS - 1;
    expect(breaker.state()).toBe('closed');
    run('fault');
    expect([breaker.state(), breaker.openUntil()]).toEqual(['open', time + BREAKER_PROBE_MS]);
  });

  it('forgets faults that are older', () => {
    runs(BREAKER_FAULTS - 1, 'fault');
    time += BREAKER_FAULTS_MS;
    run('fault');
    expect([breaker.state(), breaker.openUntil()]).toEqual(['closed', null]);
  });

  it.each(['fault', 'slow'] as const)('opens when half of the last ten were %s, however long ago', (sign) => {
    for (let index = 1; index < BREAKER_JUDGED_LAST; index += 1) {
      run(index % 2 === 0 ? 'answered' : sign);
      time += BREAKER_FAULTS_MS;
    }
    expect(breaker.state()).toBe('closed');
    run('answered');
    expect(breaker.state()).toBe('open');
  });

  it('stays closed below half', () => {
    for (let round = 0; round < 10; round += 1) {
      for (const sign of ['fault', 'answered', 'fault', 'answered', 'answered'] as const) run(sign);
      time += BREAKER_FAULTS_MS;
    }
    expect(breaker.state()).toBe('closed');
  });

  it.each(['answered', 'limited', 'cut'] as const)('takes no number of %s for faults', (sign) => {
    runs(BREAKER_FAULTS - 1, 'fault');
    runs(50, sign);
    expect(breaker.state()).toBe('closed');
  });

  it('hears only the first word on a run', () => {
    const passes = Array.from({ length: BREAKER_FAULTS }, () => breaker.admit());
    for (const pass of passes) {
      pass?.settle('answered');
      pass?.settle('fault');
    }
    expect(breaker.state()).toBe('closed');
  });
});

describe('an open breaker', () => {
  beforeEach(open);

  it('lets nobody pass for thirty seconds, then one', () => {
    time += BREAKER_PROBE_MS - 1;
    expect([breaker.admits(), breaker.admit()]).toEqual([false, null]);
    time += 1;
    expect(breaker.admits()).toBe(true);
    expect(breaker.admit()?.probe).toBe(true);
    expect([breaker.state(), breaker.admits(), breaker.admit()]).toEqual(['probing', false, null]);
  });

  it('closes with a probe that is answered, and begins anew', () => {
    time += BREAKER_PROBE_MS;
    run('answered');
    expect([breaker.state(), breaker.openUntil()]).toEqual(['closed', null]);
    runs(BREAKER_FAULTS - 1, 'fault');
    expect(breaker.state()).toBe('closed');
  });

  it.each(['fault', 'slow', 'limited'] as const)(
    'stays open after a probe that was %s, thirty seconds from its start',
    (sign) => {
      time += BREAKER_PROBE_MS;
      const probe = breaker.admit();
      time += 12_000;
      probe?.settle(sign);
      expect(breaker.state()).toBe('open');
      time += BREAKER_PROBE_MS - 12_000 - 1;
      expect(breaker.admits()).toBe(false);
      time += 1;
      expect(breaker.admits()).toBe(true);
    },
  );

  it('lets the next one probe at once when a probe was called off', () => {
    time += BREAKER_PROBE_MS;
    run('cut');
    expect([breaker.state(), breaker.admits()]).toEqual(['open', true]);
  });

  it('learns nothing from runs that began before it opened', () => {
    time += BREAKER_PROBE_MS;
    run('answered');
    const [early, late] = [breaker.admit(), breaker.admit()];
    open();
    early?.settle('answered');
    expect(breaker.state()).toBe('open');
    time += BREAKER_PROBE_MS;
    run('answered');
    late?.settle('fault');
    runs(BREAKER_FAULTS - 1, 'fault');
    expect(breaker.state()).toBe('closed');
  });

  it('lets a run pass that somebody wants, and learns from it', () => {
    const failing = breaker.force();
    time += 10_000;
    failing.settle('fault');
    expect(breaker.openUntil()).toBe(time + BREAKER_PROBE_MS);
    const called = breaker.force();
    called.settle('cut');
    expect([breaker.state(), breaker.admits()]).toEqual(['open', false]);
    breaker.force().settle('answered');
    expect(breaker.state()).toBe('closed');
  });
});

it('counts runs somebody wants like any other while it is closed', () => {
  for (let index = 0; index < BREAKER_FAULTS; index += 1) breaker.force().settle('fault');
  expect(breaker.state()).toBe('open');
});
