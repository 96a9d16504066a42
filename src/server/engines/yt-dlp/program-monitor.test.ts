import { expect, it } from 'vitest';
import { createLogger } from '../../base/observability/logger.ts';
import { createProgramMonitor } from './program-monitor.ts';

it('does not describe a new program by a run of the one before it', async () => {
  let program = '/nowhere/old';
  const monitor = createProgramMonitor({
    program: () => program,
    searchPath: '',
    log: createLogger('silent'),
    signal: new AbortController().signal,
    now: Date.now,
  });
  monitor.recordRun('/nowhere/old', { version: '2026.08.19' });
  expect(monitor.facts().version).toBe('2026.08.19');
  program = '/nowhere/new';
  await monitor.check();
  monitor.recordRun('/nowhere/old', { version: '2026.08.19' });
  monitor.recordOptionsRefused('/nowhere/old');
  expect(monitor.facts()).toEqual({ version: null, warning: 'does_not_run' });
});
