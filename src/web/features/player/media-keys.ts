import type { MediaCommands, MediaView } from './use-media.ts';

/** Player command of a key. `to` is a fraction of the duration, 0 to 1; `by` is seconds. */
export type MediaCommand =
  | { readonly type: 'toggle' }
  | { readonly type: 'mute' }
  | { readonly type: 'full-screen' }
  | { readonly type: 'restart' }
  | { readonly type: 'jump'; readonly by: number }
  | { readonly type: 'seek'; readonly to: number };

const ARROW_SECONDS = 5;
const LETTER_SECONDS = 10;

const KEYS: ReadonlyMap<string, MediaCommand> = new Map<string, MediaCommand>([
  [' ', { type: 'toggle' }],
  ['k', { type: 'toggle' }],
  ['m', { type: 'mute' }],
  ['f', { type: 'full-screen' }],
  ['home', { type: 'restart' }],
  ['0', { type: 'restart' }],
  ['arrowleft', { type: 'jump', by: -ARROW_SECONDS }],
  ['arrowright', { type: 'jump', by: ARROW_SECONDS }],
  ['j', { type: 'jump', by: -LETTER_SECONDS }],
  ['l', { type: 'jump', by: LETTER_SECONDS }],
]);

/** Fields of a keyboard event that select a command. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Returns the command of a key pressed while the player has the focus, or null. If `onButton`, the focus is on a
 * button, and Space must only activate that button. Keys with a modifier belong to the browser.
 */
export function commandFor(pressed: PressedKey, onButton: boolean): MediaCommand | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (onButton && pressed.key === ' ') return null;
  if (/^[1-9]$/u.test(pressed.key)) return { type: 'seek', to: Number(pressed.key) / 10 };
  return KEYS.get(pressed.key.toLowerCase()) ?? null;
}

/** Runs a key's command. Without `fullScreen`, the full-screen command does nothing. */
export function runMediaCommand(
  command: MediaCommand,
  view: MediaView,
  commands: MediaCommands,
  fullScreen?: () => void,
): void {
  switch (command.type) {
    case 'toggle':
      commands.toggle();
      break;
    case 'mute':
      commands.toggleMuted();
      break;
    case 'full-screen':
      fullScreen?.();
      break;
    case 'restart':
      commands.restart();
      break;
    case 'jump':
      commands.seek(view.at + command.by);
      break;
    case 'seek':
      commands.seek(view.duration * command.to);
      break;
  }
}
