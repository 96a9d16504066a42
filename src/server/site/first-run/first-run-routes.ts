import { firstRunChangeSchema, firstRunSchema } from '#shared/contract/first-run.ts';
import type { RequireRole } from '../../http/guard.ts';
import { type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { FirstRunService } from './first-run.ts';

/** Registers `/api/admin/first-run`: the checklist for a new site. For the owner only. */
export const registerFirstRunRoutes = (
  app: HttpServer,
  {
    firstRun,
    requireRole,
  }: { readonly firstRun: Pick<FirstRunService, 'state' | 'change'>; readonly requireRole: RequireRole },
): void => {
  app.get(
    '/api/admin/first-run',
    routeOf(requireRole('owner'), 'Returns the checklist for a new site', {
      response: { 200: firstRunSchema },
    }),
    firstRun.state,
  );
  app.patch(
    '/api/admin/first-run',
    routeOf(requireRole('owner'), 'Hides or shows the checklist for a new site, or ticks a step', {
      body: firstRunChangeSchema,
      response: { 200: firstRunSchema },
    }),
    async (request) => firstRun.change(request.body),
  );
};
