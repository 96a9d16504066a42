/** Kinds of extraction services that the engine `provider` can ask. Each has an adapter in src/server/engines/provider. */
export const SERVICE_NAMES = ['download', 'autolink', 'tikwm'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Fixed address of each service; null for a request format that several services share, whose address the owner enters. */
export const SERVICE_ADDRESSES: Readonly<Record<ServiceName, string | null>> = {
  download: null,
  autolink: null,
  tikwm: 'https://www.tikwm.com',
};
