import type { MediaCommands, MediaView } from './use-media.ts';

type Command = (commands: MediaCommands, view: MediaView) => void;

const jump =
  (seconds: number): Command =>
  (commands, view) =>
    commands.seek(view.at + seconds);
const toggle: Command = (commands) => commands.toggle();
const restart: Command = (commands) => commands.restart();

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [' ', toggle],
  ['k', toggle],
  ['m', (commands) => commands.toggleMuted()],
  ['f', (commands) => commands.toggleFullScreen?.()],
  ['home', restart],
  ['0', restart],
  ['arrowleft', jump(-5)],
  ['arrowright', jump(5)],
  ['j', jump(-10)],
  ['l', jump(10)],
]);

/**
 * Runs the command of a key that was pressed while the player had the focus. Returns whether the key has a command. If `isOnButton`, the
 * focus is on a button, and Space must only activate that button. Keys with Ctrl, Alt or Meta are left to the browser.
 */
export function runKey(
  pressed: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isOnButton: boolean,
  commands: MediaCommands,
  view: MediaView,
): boolean {
  const key = pressed.key.toLowerCase();
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || (isOnButton && key === ' ')) return false;
  if (key === 'f' && commands.toggleFullScreen === undefined) return false;
  if (/^[1-9]$/u.test(key)) commands.seek((view.duration * Number(key)) / 10);
  else COMMANDS.get(key)?.(commands, view);
  return COMMANDS.has(key) || /^[1-9]$/u.test(key);
}
