import { type DragEvent, useState } from 'react';

/** Returns the dragged link's URL, or the dragged text if there is no URL. */
const draggedText = ({ dataTransfer }: DragEvent): string =>
  (dataTransfer.getData('text/uri-list') || dataTransfer.getData('text/plain')).trim();

/**
 * Accepts links dropped on an element. Returns `over` (whether a drag is above the element) and the element's event
 * handlers.
 */
export function useDropTarget(onText: (text: string) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.some((type) => type.startsWith('text/'))) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const text = draggedText(event);
        if (text !== '') onText(text);
      },
    },
  };
}
