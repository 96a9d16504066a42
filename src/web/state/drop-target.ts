import { type DragEvent, useState } from 'react';

/**
 * Makes an element accept drops of data whose types `accepts` returns true for; `onDrop` gets the data. Returns whether accepted data is
 * being dragged over the element, and the event handlers for the element.
 */
export function useDropTarget(
  accepts: (types: readonly string[]) => boolean,
  onDrop: (data: DataTransfer) => void,
) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  return {
    isDraggedOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!accepts(event.dataTransfer.types)) return;
        event.preventDefault();
        setDraggedOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDraggedOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setDraggedOver(false);
        onDrop(event.dataTransfer);
      },
    },
  };
}
