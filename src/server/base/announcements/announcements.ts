/** Messages about changes between the instances of one site, grouped by topic. Their data must consist of JSON values. */
export interface Announcements {
  /**
   * Joins a topic: returns the function that announces data to the other instances, and calls `receive` with what they announce. `receive`
   * must not throw. An announcement may be lost with the database's connection; nothing may depend on it alone.
   */
  join<Data>(topic: string, receive: (data: Data) => void): (data: Data) => void;
}

/** Announcements of a site with one instance: they are sent to nobody, and none arrive. */
export const NO_ANNOUNCEMENTS: Announcements = { join: () => () => undefined };
