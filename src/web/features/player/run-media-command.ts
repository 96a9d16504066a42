import type { MediaCommand } from './media-keys.ts';
import type { MediaCommands, MediaView } from './use-media.ts';

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
