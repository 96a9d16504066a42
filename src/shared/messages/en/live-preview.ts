/** Texts of the previews in the panel's sections. */
export const livePreview = {
  label: 'Preview',
  width: 'Preview width',
  'widths.desktop': 'Desktop',
  'widths.phone': 'Phone',
} as const;
