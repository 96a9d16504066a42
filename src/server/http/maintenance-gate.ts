import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAINTENANCE_RETRY_SECONDS } from '#shared/limits.ts';
import type { Logger } from '../observability/logger.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { sendProblem } from './problem.ts';

/** What maintenance closes, and to whom. */
export interface MaintenanceGate {
  readonly isOn: () => boolean;
  /** Whether a request carries a session cookie, valid or not. */
  readonly hasSession: (request: FastifyRequest) => boolean;
  /** Whether maintenance does not hold this visitor up. Never rejects. */
  readonly passes: (request: FastifyRequest) => Promise<boolean>;
  /** As a route's hook: during maintenance answers 503 with Retry-After to who does not pass. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
}

interface GateParts {
  readonly settings: Pick<SiteSettings, 'current'>;
  readonly log: Logger;
  readonly isAdministrator: (request: FastifyRequest) => Promise<boolean>;
}

/** Visitors have no cookie of ours, so that nothing is looked up for them. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?sid=/;

/** Makes the gate from the settings and the one who knows who is signed in. */
export const createMaintenanceGate = ({ settings, log, isAdministrator }: GateParts): MaintenanceGate => {
  const isOn = (): boolean => settings.current().maintenance;
  const hasSession = ({ headers }: FastifyRequest): boolean => SESSION_COOKIE.test(headers.cookie ?? '');
  const passes: MaintenanceGate['passes'] = async (request) => {
    if (!hasSession(request)) return false;
    try {
      return await isAdministrator(request);
    } catch (err) {
      // The public page needs no accounts: without them nobody passes, and visitors are served.
      log.warn({ err }, 'who is signed in could not be asked');
      return false;
    }
  };
  return {
    isOn,
    hasSession,
    passes,
    async refuse(request, reply) {
      if (!isOn() || (await passes(request))) return undefined;
      return sendProblem(reply, 'maintenance', { retryAfter: MAINTENANCE_RETRY_SECONDS });
    },
  };
};
