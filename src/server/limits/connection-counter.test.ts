import { describe, expect, it } from 'vitest';
import { createConnectionCounter } from './connection-counter.ts';

describe('createConnectionCounter', () => {
  it('limits each IPv4 address and each IPv6 /56 separately', () => {
    const counter = createConnectionCounter(2, () => false);
    const end = counter.open('192.0.2.7');
    expect(counter.open('::ffff:192.0.2.7')).not.toBeNull();
    expect(counter.open('192.0.2.7')).toBeNull();
    expect(counter.open('192.0.2.8')).not.toBeNull();
    end?.();
    expect(counter.open('192.0.2.7')).not.toBeNull();
    expect(counter.open('192.0.2.7')).toBeNull();
    expect(counter.open('2001:db8:1:2ff::1')).not.toBeNull();
    expect(counter.open('2001:db8:1:200::2')).not.toBeNull();
    expect(counter.open('2001:db8:1:2aa::3')).toBeNull();
    expect(counter.open('2001:db8:1:300::1')).not.toBeNull();
  });

  it('limits an IPv6 /48 to eight times as many', () => {
    const counter = createConnectionCounter(2, () => false);
    const opened = Array.from({ length: 18 }, (_, at) =>
      counter.open(`2001:db8:1:${(at >> 1).toString(16)}00::1`),
    );
    expect(opened.map((end) => end !== null)).toEqual([...Array<boolean>(16).fill(true), false, false]);
    expect(counter.open('2001:db8:2::1')).not.toBeNull();
    opened[0]?.();
    expect(counter.open('2001:db8:1:800::1')).not.toBeNull();
    expect(counter.open('2001:db8:1:800::1')).toBeNull();
  });

  it('does not count exempt addresses', () => {
    const counter = createConnectionCounter(1, (address) => address === '10.0.0.1');
    expect([1, 2, 3].map(() => counter.open('10.0.0.1') === null)).toEqual([false, false, false]);
  });
});
