import { beforeEach, describe, expect, it } from 'vitest';
import { BREAKER_FAULTS, BREAKER_FAULTS_MS, BREAKER_PROBE_MS, BREAKER_WINDOW_RUNS } from '#shared/limits.ts';
import { type CircuitBreaker, createCircuitBreaker, type RunAssessment } from './circuit-breaker.ts';
import type { RunSubject } from './run-subject.ts';

let time = 0;
let posts = 0;
let oneNetwork = false;
let breaker: CircuitBreaker;
beforeEach(() => {
  time = 1_000_000;
  oneNetwork = false;
  breaker = createCircuitBreaker(
    () => time,
    undefined,
    () => oneNetwork,
  );
});

const subject = (network: string, post: string): RunSubject => ({ network, post, budget: 'visitor' });
/** Another post each time, asked for by five networks in turn. */
const next = (): RunSubject => {
  posts += 1;
  return subject(`network ${posts % 5}`, `post ${posts}`);
};
const run = (assessment: RunAssessment, about = next()) => breaker.admit(about)?.settle(assessment);
const runs = (count: number, assessment: RunAssessment) => {
  for (let index = 0; index < count; index += 1) run(assessment);
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

  it.each(['fault', 'slow'] as const)(
    'opens when half of the last ten were %s, however long ago',
    (assessment) => {
      for (let index = 1; index < BREAKER_WINDOW_RUNS; index += 1) {
        run(index % 2 === 0 ? 'answered' : assessment);
        time += BREAKER_FAULTS_MS;
      }
      expect(breaker.state()).toBe('closed');
      run('answered');
      expect(breaker.state()).toBe('open');
    },
  );

  it('stays closed below half', () => {
    for (let round = 0; round < 10; round += 1) {
      for (const assessment of ['fault', 'answered', 'fault', 'answered', 'answered'] as const)
        run(assessment);
      time += BREAKER_FAULTS_MS;
    }
    expect(breaker.state()).toBe('closed');
  });

  it.each(['answered', 'limited', 'cancelled'] as const)('takes no number of %s for faults', (assessment) => {
    runs(BREAKER_FAULTS - 1, 'fault');
    runs(50, assessment);
    expect(breaker.state()).toBe('closed');
  });

  it('hears only the first word on a run', () => {
    const passes = Array.from({ length: BREAKER_FAULTS }, () => breaker.admit(next()));
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
    expect([breaker.admits(next()), breaker.admit(next())]).toEqual([false, null]);
    time += 1;
    expect(breaker.admits(next())).toBe(true);
    expect(breaker.admit(next())?.probe).toBe(true);
    expect([breaker.state(), breaker.admits(next()), breaker.admit(next())]).toEqual([
      'probing',
      false,
      null,
    ]);
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
    (assessment) => {
      time += BREAKER_PROBE_MS;
      const probe = breaker.admit(next());
      time += 12_000;
      probe?.settle(assessment);
      expect(breaker.state()).toBe('open');
      time += BREAKER_PROBE_MS - 12_000 - 1;
      expect(breaker.admits(next())).toBe(false);
      time += 1;
      expect(breaker.admits(next())).toBe(true);
    },
  );

  it('lets the next one probe at once when a probe was called off', () => {
    time += BREAKER_PROBE_MS;
    run('cancelled');
    expect([breaker.state(), breaker.admits(next())]).toEqual(['open', true]);
  });

  it('learns nothing from runs that began before it opened', () => {
    time += BREAKER_PROBE_MS;
    run('answered');
    const [early, late] = [breaker.admit(next()), breaker.admit(next())];
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
    const failing = breaker.force(next());
    time += 10_000;
    failing.settle('fault');
    expect(breaker.openUntil()).toBe(time + BREAKER_PROBE_MS);
    const called = breaker.force(next());
    called.settle('cancelled');
    expect([breaker.state(), breaker.admits(next())]).toEqual(['open', false]);
    breaker.force(next()).settle('answered');
    expect(breaker.state()).toBe('closed');
  });
});

it('counts runs somebody wants like any other while it is closed', () => {
  for (let index = 0; index < BREAKER_FAULTS; index += 1) breaker.force(next()).settle('fault');
  expect(breaker.state()).toBe('open');
});

describe('whose faults open it', () => {
  const faultsOf = (network: string, count: number) => {
    for (let index = 0; index < count; index += 1) run('fault', subject(network, `${network} ${index}`));
  };

  it('one post never does, however often and by however many networks it is asked for', () => {
    for (let index = 0; index < 200; index += 1) {
      run('fault', subject(`network ${index % 40}`, 'a post whose file is gone'));
      time += 1_000;
    }
    expect(breaker.state()).toBe('closed');
  });

  it('one network never does while there are others, however many posts it asks for', () => {
    for (let index = 0; index < 500; index += 1) {
      run(index % 3 === 0 ? 'slow' : 'fault', subject('attacker', `post ${index}`));
      time += 200;
    }
    // Not even with the help of somebody who meets one fault now and then.
    run('fault', subject('visitor', 'one bad post'));
    expect(breaker.state()).toBe('closed');
  });

  it('the posts of one network do where there is no other', () => {
    oneNetwork = true;
    faultsOf('the only one', BREAKER_FAULTS);
    expect(breaker.state()).toBe('open');
  });

  it('does not count the faults of refreshed media links', () => {
    faultsOf('attacker', BREAKER_FAULTS);
    for (let index = 0; index < 20; index += 1)
      run('fault', { ...subject('refresh', `refreshed ${index}`), budget: 'refresh' });
    expect(breaker.state()).toBe('closed');
  });

  it('keeps what others saw when one network asks for many posts', () => {
    for (const network of ['a', 'b', 'c']) faultsOf(network, 1);
    for (let index = 0; index < 300; index += 1) run('answered', subject('busy', `good ${index}`));
    faultsOf('d', 2);
    expect(breaker.state()).toBe('open');
  });
});

describe('who may probe', () => {
  it('another network at once, when only one has seen the faults', () => {
    oneNetwork = true;
    for (let index = 0; index < BREAKER_FAULTS; index += 1) run('fault', subject('first', `post ${index}`));
    expect([breaker.admits(subject('first', 'x')), breaker.admits(subject('second', 'x'))]).toEqual([
      false,
      true,
    ]);
    oneNetwork = false;
    run('fault', subject('second', 'x'));
    expect(breaker.admits(subject('third', 'x'))).toBe(false);
  });

  it('another network before the one whose probe failed last', () => {
    open();
    time += BREAKER_PROBE_MS;
    run('fault', subject('attacker', 'a bad post'));
    time += BREAKER_PROBE_MS;
    expect(breaker.admits(subject('attacker', 'another bad post'))).toBe(false);
    run('answered', subject('visitor', 'a good post'));
    expect(breaker.state()).toBe('closed');
  });

  it.each(['cancelled', 'limited'] as const)(
    'another network before the one whose probe was %s, so that nobody can hold the probe',
    (assessment) => {
      open();
      time += BREAKER_PROBE_MS;
      run(assessment, subject('attacker', 'a slow post'));
      time += assessment === 'cancelled' ? 0 : BREAKER_PROBE_MS;
      expect(breaker.admits(subject('attacker', 'another slow post'))).toBe(false);
      run('answered', subject('visitor', 'a good post'));
      expect(breaker.state()).toBe('closed');
    },
  );

  it('the only network again at once, when its visitor left', () => {
    oneNetwork = true;
    open();
    time += BREAKER_PROBE_MS;
    run('cancelled', subject('network 1', 'x'));
    expect(breaker.admits(subject('network 1', 'x'))).toBe(true);
  });

  it('the only network as soon as a probe is due', () => {
    oneNetwork = true;
    open();
    for (let round = 0; round < 3; round += 1) {
      time += BREAKER_PROBE_MS;
      expect(breaker.admits(subject('network 1', 'x'))).toBe(true);
      run('fault', subject('network 1', 'x'));
    }
  });
});
