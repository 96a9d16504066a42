import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../base/observability/logger.ts';
import { hasSessionCookie } from './find-requester.ts';
import { sendProblem } from './problem.ts';

/** Retry-After of a 503 during maintenance. */
export const MAINTENANCE_RETRY_SECONDS = 60;

interface GateParts {
  readonly settings: { readonly current: () => { readonly maintenance: boolean } };
  readonly log: Logger;
  readonly isAdministrator: (request: FastifyRequest) => Promise<boolean>;
}

/**
 * Creates the maintenance gate. `isAdministrator` is called for requests with a session cookie and decides whether they pass; when it
 * rejects, the gate logs a warning and handles the request as a visitor's.
 */
export const createMaintenanceGate = ({ settings, log, isAdministrator }: GateParts) => {
  /** Returns whether the site is under maintenance. */
  const isOn = (): boolean => settings.current().maintenance;
  /** Returns whether the request is an administrator's, who may use the site during maintenance. Never rejects. */
  const bypassesMaintenance = async (request: FastifyRequest): Promise<boolean> => {
    if (!hasSessionCookie(request.headers.cookie)) return false;
    try {
      return await isAdministrator(request);
    } catch (err) {
      // The public page must work without the accounts: if the lookup fails, the request counts as a visitor's.
      log.warn({ err }, 'the signed-in account could not be looked up');
      return false;
    }
  };
  return {
    isOn,
    bypassesMaintenance,
    /**
     * Route hook: during maintenance, answers 503 with Retry-After unless the request is an administrator's. Resolves with `reply` if it
     * has answered, else with undefined.
     */
    async refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      if (!isOn() || (await bypassesMaintenance(request))) return undefined;
      return sendProblem(reply, 'maintenance', { retryAfter: MAINTENANCE_RETRY_SECONDS });
    },
  };
};

/** Decides which requests pass during maintenance. */
export type MaintenanceGate = ReturnType<typeof createMaintenanceGate>;
