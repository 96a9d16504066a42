import { type DragEvent, useState } from 'react';

/** The link a browser drags: its address before its text. */
const draggedText = ({ dataTransfer }: DragEvent): string =>
  (dataTransfer.getData('text/uri-list') || dataTransfer.getData('text/plain')).trim();

/** Lets a link be dropped anywhere on an element: whether one hovers there, and the element's handlers. */
export function useDropTarget(take: (text: string) => void) {
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
        if (text !== '') take(text);
      },
    },
  };
}
