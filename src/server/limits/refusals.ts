/** The limits whose refusals are counted: those of visitors' traffic, then those of accounts and the panel. */
export const LIMIT_NAMES = [
  'requests',
  'previews',
  'streams',
  'thumbnails',
  'media_requests',
  'media_heads',
  'connections',
  'live_streams',
  'account_calls',
  'sign_in',
  'own_password',
  'exact_answers',
  'sign_up',
  'setup_code',
  'admin_writes',
  'logo_uploads',
  'link_tries',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Called for each request that a limit refuses. Never receives who sent it. */
export type CountRefusal = (limit: LimitName) => void;

/** Does nothing. */
export const IGNORE_REFUSAL: CountRefusal = () => undefined;
