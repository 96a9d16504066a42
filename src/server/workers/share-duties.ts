import type { ReachCheckService } from '../reach-check/reach-check.ts';
import type { YtDlpUpdatesService } from '../yt-dlp-updates/yt-dlp-updates.ts';
import type { Site } from './site.ts';
import type { Duties } from './site-duties.ts';

/** Lets the worker with the duties run the check for all workers, so that only one runs at a time. */
export const shareReachCheck = (duties: Duties, own: ReachCheckService): ReachCheckService => {
  duties.offer('reach check', () => own.run());
  // The other worker runs the same version, so the answer is what its service returns.
  return duties.areOwn
    ? own
    : { ...own, run: () => duties.ask('reach check', null) as ReturnType<ReachCheckService['run']> };
};

type Updates = Omit<YtDlpUpdatesService, 'close' | 'program'>;
type UpdateCall = {
  readonly [Name in keyof Updates]: readonly [Name, ...Parameters<Updates[Name]>];
}[keyof Updates];

const answerCall = (own: Updates, call: UpdateCall): unknown => {
  switch (call[0]) {
    case 'state':
      return own.state();
    case 'install':
      return own.install(call[1], call[2]);
    case 'rollBack':
      return own.rollBack(call[1]);
    case 'remove':
      return own.remove(call[1]);
    case 'schedule':
      return own.schedule(call[1], call[2]);
  }
};

const UPDATES = 'yt-dlp updates';
const PROGRAM = 'yt-dlp program';

export interface SharedUpdatesParts {
  readonly site: Pick<Site, 'duties' | 'peers'>;
  /** Opens the installed programs; called in the worker with the duties. */
  readonly open: (onChange: (isSwitched: boolean) => void) => Promise<YtDlpUpdatesService>;
  /** Called in every worker after a change, with true after another program has taken over. */
  readonly onChange: (isSwitched: boolean) => void;
}

/**
 * Opens the updates of yt-dlp in the worker with the duties, which installs for all and updates at night. The other workers pass their
 * calls on to it, and are notified which program to run.
 */
export const openSharedUpdates = async ({
  site,
  open,
  onChange,
}: SharedUpdatesParts): Promise<YtDlpUpdatesService> => {
  const { duties, peers } = site;
  let program: string | null = null;
  const announce = peers.exchange<{ readonly program: string | null; readonly isSwitched: boolean }>(
    'yt-dlp',
    (change) => {
      ({ program } = change);
      onChange(change.isSwitched);
    },
  );
  if (duties.areOwn) {
    const own = await open((isSwitched) => {
      onChange(isSwitched);
      announce({ program: own.program(), isSwitched });
    });
    duties.offer(PROGRAM, own.program);
    duties.offer(UPDATES, (call) => answerCall(own, call as UpdateCall));
    return own;
  }
  program = (await duties.ask(PROGRAM, null).catch(() => null)) as string | null;
  // The answers are those of the same service in the other worker.
  const call = <Name extends keyof Updates>(name: Name, ...given: Parameters<Updates[Name]>) =>
    duties.ask(UPDATES, [name, ...given]) as Promise<Awaited<ReturnType<Updates[Name]>>>;
  return {
    program: () => program,
    state: () => call('state'),
    install: (channel, actor) => call('install', channel, actor),
    rollBack: (actor) => call('rollBack', actor),
    remove: (actor) => call('remove', actor),
    schedule: (schedule, actor) => call('schedule', schedule, actor),
    close: async () => undefined,
  };
};
