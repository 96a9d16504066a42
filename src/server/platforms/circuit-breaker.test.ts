import { beforeEach, describe, expect, it } from 'vitest';
import {
  BREAKER_FAULTS,
  BREAKER_FAULTS_MS,
  BREAKER_PROBE_MS,
  BREAKER_WINDOW_RUNS,
  createCircuitBreaker,
  type RunAssessment,
  type RunSubject,
} from './circuit-breaker.ts';

let time = 0;
let posts = 0;
let oneNetwork = false;
let breaker: ReturnType<typeof createCircuitBreaker>;
beforeEach(() => {
  time = 1_000_000;
  oneNetwork = false;
  breaker = createCircuitBreaker(() => time);
});

const subject = (network: string, post: string): RunSubject => ({
  network,
  post,
  budget: 'visitor',
  isOnlyNetwork: oneNetwork,
});
/** Subject of a new post on each call, from five networks in turn. */
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
  it('opens at the fifth fault within thirty seconds', () => {
    runs(BREAKER_FAULTS - 1, 'fault');
    time += BREAKER_FAULTS_MS - 1;
    expect(breaker.state()).toBe('closed');
    run('fault');
    expect([breaker.state(), breaker.openUntil()]).toEqual(['open', time + BREAKER_PROBE_MS]);
  });

  it('ignores older faults', () => {
    runs(BREAKER_FAULTS - 1, 'fault');
    time += BREAKER_FAULTS_MS;
    run('fault');
    expect([breaker.state(), breaker.openUntil()]).toEqual(['closed', null]);
  });

  it.each(['fault', 'slow'] as const)(
    'opens when half of the last twenty were %s, however long ago',
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

  it.each(['answered', 'limited', 'cancelled'] as const)('does not count %s as a fault', (assessment) => {
    runs(BREAKER_FAULTS - 1, 'fault');
    runs(50, assessment);
    expect(breaker.state()).toBe('closed');
  });

  it('uses only the first result of a run', () => {
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

  it('admits no run for thirty seconds, then one', () => {
    time += BREAKER_PROBE_MS - 1;
    expect([breaker.admits(next()), breaker.admit(next())]).toEqual([false, null]);
    time += 1;
    expect(breaker.admits(next())).toBe(true);
    expect(breaker.admit(next())?.isProbe).toBe(true);
    expect([breaker.state(), breaker.admits(next()), breaker.admit(next())]).toEqual([
      'probing',
      false,
      null,
    ]);
  });

  it('closes after an answered probe, and forgets earlier faults', () => {
    time += BREAKER_PROBE_MS;
    run('answered');
    expect([breaker.state(), breaker.openUntil()]).toEqual(['closed', null]);
    runs(BREAKER_FAULTS - 1, 'fault');
    expect(breaker.state()).toBe('closed');
  });

  it.each(['fault', 'slow', 'limited'] as const)(
    'stays open until thirty seconds after the start of a probe that was %s',
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

  it('admits the next probe at once after a cancelled one', () => {
    time += BREAKER_PROBE_MS;
    run('cancelled');
    expect([breaker.state(), breaker.admits(next())]).toEqual(['open', true]);
  });

  it('ignores runs that began before it opened', () => {
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

  it('admits a forced run and uses its result', () => {
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

describe('a breaker that is opened because the upstream refuses everybody', () => {
  it('admits single probes after that time, and no one before', () => {
    oneNetwork = true;
    breaker.open(180_000);
    time += 179_999;
    expect([breaker.admit(subject('a', 'x')), breaker.admit(subject('b', 'y'))]).toEqual([null, null]);
    time += 1;
    const probe = breaker.admit(subject('a', 'x'));
    expect([probe?.isProbe, breaker.admit(subject('b', 'y'))]).toEqual([true, null]);
    probe?.settle('answered');
    expect(breaker.admit(subject('b', 'y'))?.isProbe).toBe(false);
  });

  it('is never opened for a shorter time than before', () => {
    breaker.open(60_000);
    breaker.open(1_000);
    expect(breaker.openUntil()).toBe(time + 60_000);
  });
});

it('counts forced runs like any other while closed', () => {
  for (let index = 0; index < BREAKER_FAULTS; index += 1) breaker.force(next()).settle('fault');
  expect(breaker.state()).toBe('open');
});

describe('networks whose faults open the circuit', () => {
  const faultsOf = (network: string, count: number) => {
    for (let index = 0; index < count; index += 1) run('fault', subject(network, `${network} ${index}`));
  };

  it('does not open for a single post, however often it is requested', () => {
    for (let index = 0; index < 200; index += 1) {
      run('fault', subject(`network ${index % 40}`, 'a post whose file is gone'));
      time += 1_000;
    }
    expect(breaker.state()).toBe('closed');
  });

  it('does not open for one of several networks, however many posts it requests', () => {
    for (let index = 0; index < 500; index += 1) {
      run(index % 3 === 0 ? 'slow' : 'fault', subject('attacker', `post ${index}`));
      time += 200;
    }
    // Neither with one additional fault of another network.
    run('fault', subject('visitor', 'one bad post'));
    expect(breaker.state()).toBe('closed');
  });

  it('opens for the posts of one network when there is no other', () => {
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

  it('keeps the faults of other networks when one network requests many posts', () => {
    for (const network of ['a', 'b', 'c', 'd', 'e']) faultsOf(network, 2);
    for (let index = 0; index < 300; index += 1) run('answered', subject('busy', `good ${index}`));
    expect(breaker.state()).toBe('open');
  });

  it('refuses hardly anybody while 15 % of the posts of few visitors are bad', () => {
    let refused = 0;
    let random = 1;
    for (let index = 0; index < 5_000; index += 1) {
      random = (random * 16_807) % 2_147_483_647;
      const isBad = random / 2_147_483_647 < 0.15;
      const pass = breaker.admit(subject(`network ${index % 3}`, `post ${index}`));
      pass?.settle(isBad ? 'fault' : 'answered');
      if (pass === null) refused += 1;
      time += 1_000;
    }
    expect(refused).toBeLessThan(100);
  });
});

describe('networks that may probe', () => {
  it('admits another network at once when only one has seen the faults', () => {
    oneNetwork = true;
    for (let index = 0; index < BREAKER_FAULTS; index += 1) run('fault', subject('first', `post ${index}`));
    expect([breaker.admits(subject('first', 'x')), breaker.admits(subject('second', 'x'))]).toEqual([
      false,
      true,
    ]);
    oneNetwork = false;
    // The circuit was open for the first network alone: nobody else waits for a probe.
    const others = ['second', 'third', 'fourth'].map((network) => breaker.admit(subject(network, network)));
    expect(others.map((pass) => pass?.isProbe)).toEqual([false, false, false]);
    expect(breaker.state()).toBe('closed');
  });

  it('admits another network before the one whose probe failed last', () => {
    open();
    time += BREAKER_PROBE_MS;
    run('fault', subject('attacker', 'a bad post'));
    time += BREAKER_PROBE_MS;
    expect(breaker.admits(subject('attacker', 'another bad post'))).toBe(false);
    run('answered', subject('visitor', 'a good post'));
    expect(breaker.state()).toBe('closed');
  });

  it.each(['cancelled', 'limited'] as const)(
    'admits another network before the one whose probe was %s',
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

  it('admits the only network again at once after its visitor left', () => {
    oneNetwork = true;
    open();
    time += BREAKER_PROBE_MS;
    run('cancelled', subject('network 1', 'x'));
    expect(breaker.admits(subject('network 1', 'x'))).toBe(true);
  });

  it('admits the only network as soon as a probe is due', () => {
    oneNetwork = true;
    open();
    for (let round = 0; round < 3; round += 1) {
      time += BREAKER_PROBE_MS;
      expect(breaker.admits(subject('network 1', 'x'))).toBe(true);
      run('fault', subject('network 1', 'x'));
    }
  });
});
