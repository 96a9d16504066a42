/** Extraction services that Savelet can ask, the one of the specification first. Each has an adapter in `engines/provider`. */
export const SERVICE_NAMES = ['download', 'autolink', 'tikwm'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Addresses of the services; null for a form of request that several services share. */
export const SERVICE_HOSTS: Readonly<Record<ServiceName, string | null>> = {
  download: null,
  autolink: null,
  tikwm: 'https://www.tikwm.com',
};
