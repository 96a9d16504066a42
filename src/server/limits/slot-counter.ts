/** Counts what is open at the same time, by key and in total. */
export interface SlotCounter {
  /** Takes a slot and returns the function that frees it; null when the key, or all keys together, have none left. */
  open(key: string | null): (() => void) | null;
}

export interface SlotLimits {
  readonly perKey: number;
  readonly total: number;
}

/** Creates a counter without open slots. What is opened without a key counts only in total. */
export const createSlotCounter = ({ perKey, total }: SlotLimits): SlotCounter => {
  const byKey = new Map<string, number>();
  let open = 0;
  const change = (key: string | null, by: 1 | -1): void => {
    open += by;
    if (key === null) return;
    const count = (byKey.get(key) ?? 0) + by;
    if (count === 0) byKey.delete(key);
    else byKey.set(key, count);
  };
  return {
    open(key) {
      if (open >= total || (key !== null && (byKey.get(key) ?? 0) >= perKey)) return null;
      change(key, 1);
      let isOpen = true;
      return () => {
        if (isOpen) change(key, -1);
        isOpen = false;
      };
    },
  };
};
