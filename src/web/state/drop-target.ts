import { type DragEvent, useState } from 'react';

/**
 * Makes an element accept drops. `accepts` gets the types of the dragged data. Returns `over`, whether accepted data is above the element,
 * and the element's event handlers.
 */
export function useDropTarget(
  accepts: (types: readonly string[]) => boolean,
  onDrop: (data: DataTransfer) => void,
) {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!accepts(event.dataTransfer.types)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      },
    },
  };
}
