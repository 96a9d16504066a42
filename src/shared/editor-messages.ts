// What the editors of a list in the panel have in common: reordering, undoing, previews, web addresses.

export const LIST_EDITOR = {
  undo: 'Undo',
  moreActions: (name: string): string => `More actions for ${name}`,
  move: (name: string): string => `Move ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  removed: (name: string): string => `${name} removed`,
  restored: (name: string, position: number, count: number): string =>
    `${name} is back, position ${String(position)} of ${String(count)}`,
  /** Read with every drag handle. */
  dragHelp:
    'To move it, press Space or Enter, then the up and down arrow keys. Space or Enter again puts it down, Escape cancels.',
  lifted: (name: string, position: number, count: number): string =>
    `${name} lifted, position ${String(position)} of ${String(count)}`,
  position: (name: string, position: number, count: number): string =>
    `${name}, position ${String(position)} of ${String(count)}`,
  dropped: (name: string, position: number, count: number): string =>
    `${name} put down, position ${String(position)} of ${String(count)}`,
  dragCancelled: (name: string, position: number, count: number): string =>
    `Move cancelled. ${name} is back at position ${String(position)} of ${String(count)}`,
} as const;

export const LIVE_PREVIEW = {
  label: 'Preview',
  width: 'Width of the preview',
  widths: { desktop: 'Desktop', phone: 'Phone' },
} as const;

/** The hint under an address without its scheme, and the button that adds it. */
export const BARE_ADDRESS = {
  hint: 'It should start with https://',
  fix: (address: string): string => `Use ${address}`,
} as const;
