/** Every section of the panel, in the order of the menu. */
export const SECTION_IDS = [
  'overview',
  'general',
  'navbar',
  'footer',
  'content',
  'legal',
  'engine',
  'accounts',
  'traffic',
  'backups',
  'activity',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/** Returns the path of a section's page, such as '/admin/overview'. */
export const sectionPath = (id: SectionId) => `/admin/${id}` as const;
