import { trafficBudgetSchema, trafficSchema } from '#shared/contract/traffic.ts';
import { callerOf, type RequireRole } from '../../http/guard.ts';
import { type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { TrafficGuard } from '../traffic/traffic-guard.ts';

interface TrafficRoutesParts {
  readonly trafficGuard: Pick<TrafficGuard, 'state' | 'save'>;
  readonly requireRole: RequireRole;
}

const PATH = '/api/admin/traffic';
const response = { 200: trafficSchema };

/** Registers `/api/admin/traffic`, which returns what was sent on each day and the budget, and changes the budget; for the owner only. */
export const registerTrafficRoutes = (
  app: HttpServer,
  { trafficGuard, requireRole }: TrafficRoutesParts,
): void => {
  const guarded = requireRole('owner');
  app.get(
    PATH,
    routeOf(guarded, 'Returns the bytes sent on each day by platform, and the budget', { response }),
    trafficGuard.state,
  );
  const summary = 'Sets how many GB may be sent in a day and in a month';
  app.put(PATH, routeOf(guarded, summary, { body: trafficBudgetSchema, response }), async (request) =>
    trafficGuard.save(request.body, callerOf(request).account),
  );
};
