import { updateNoticeSchema, updateSwitchSchema } from '#shared/contract/update-notice.ts';
import { callerOf, type RequireRole } from '../../http/guard.ts';
import { type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { UpdateNoticeReader } from '../version/newest-version.ts';

interface UpdateNoticeParts {
  readonly updateNotice: Pick<UpdateNoticeReader, 'state' | 'switch'>;
  readonly requireRole: RequireRole;
}

const PATH = '/api/admin/update-notice';
const response = { 200: updateNoticeSchema };

/**
 * Registers `/api/admin/update-notice`, which returns whether a newer version exists, and switches the daily question; for the owner only.
 */
export const registerUpdateNoticeRoutes = (
  app: HttpServer,
  { updateNotice, requireRole }: UpdateNoticeParts,
): void => {
  const guarded = requireRole('owner');
  app.get(
    PATH,
    routeOf(guarded, 'Returns whether a newer version exists, as far as it is known', { response }),
    updateNotice.state,
  );
  const summary = 'Switches the daily question for the newest version';
  app.put(PATH, routeOf(guarded, summary, { body: updateSwitchSchema, response }), async (request) =>
    updateNotice.switch(request.body.on, callerOf(request).account),
  );
};
