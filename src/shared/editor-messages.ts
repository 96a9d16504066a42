// Texts shared by the panel's list editors: reordering, undo, previews and web addresses.

export const LIST_EDITOR = {
  undo: 'Undo',
  moreActions: (name: string): string => `More actions for ${name}`,
  move: (name: string): string => `Move ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  removed: (name: string): string => `${name} removed`,
  restored: (name: string, position: number, count: number): string =>
    `${name} restored, position ${String(position)} of ${String(count)}`,
  /** Screen reader description of every drag handle. */
  dragHelp:
    'Press Space or Enter to pick up. Use the up and down arrow keys to move. Press Space or Enter again to drop, or Escape to cancel.',
  lifted: (name: string, position: number, count: number): string =>
    `${name} picked up, position ${String(position)} of ${String(count)}`,
  position: (name: string, position: number, count: number): string =>
    `${name}, position ${String(position)} of ${String(count)}`,
  dropped: (name: string, position: number, count: number): string =>
    `${name} dropped, position ${String(position)} of ${String(count)}`,
  dragCancelled: (name: string, position: number, count: number): string =>
    `Move cancelled. ${name} is back at position ${String(position)} of ${String(count)}`,
} as const;

export const LIVE_PREVIEW = {
  label: 'Preview',
  width: 'Preview width',
  widths: { desktop: 'Desktop', phone: 'Phone' },
} as const;

/** The hint under an address without a scheme, and the button that adds the scheme. */
export const BARE_ADDRESS = {
  hint: 'It should start with https://',
  fix: (address: string): string => `Use ${address}`,
} as const;
