/** Texts of the panel's lists whose entries can be moved, removed and restored. */
export const listEditor = {
  undo: 'Undo',
  moreActions: 'More actions for {name}',
  move: 'Move {name}',
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  removed: '{name} removed',
  restored: '{name} restored, position {position} of {count}',
  /** Screen reader description of every drag handle. */
  dragHelp:
    'Press Space or Enter to pick up. Use the up and down arrow keys to move. Press Space or Enter again to drop, or Escape to cancel.',
  lifted: '{name} picked up, position {position} of {count}',
  position: '{name}, position {position} of {count}',
  dropped: '{name} dropped, position {position} of {count}',
  dragCancelled: 'Move cancelled. {name} is back at position {position} of {count}',
} as const;
