import type { ServiceName } from '#shared/contract/extraction-services.ts';
import { autolinkService } from './autolink-service.ts';
import { downloadService } from './download-service.ts';
import type { ServiceAdapter } from './service-adapter.ts';
import { tikwmService } from './tikwm-service.ts';

export const SERVICES: Readonly<Record<ServiceName, ServiceAdapter>> = {
  download: downloadService,
  autolink: autolinkService,
  tikwm: tikwmService,
};
