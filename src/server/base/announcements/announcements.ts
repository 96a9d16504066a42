/**
 * Messages that the instances of one site send one another about changes, grouped by topic. The data of a message must consist of JSON
 * values.
 */
export interface Announcements {
  /**
   * Joins a topic: from then on, calls `receive` with the data that other instances announce. Returns the function that announces data to
   * the other instances. `receive` must not throw, and replaces the one of an earlier call for the same topic. An announcement is lost when
   * the database connection breaks, so no caller may rely on its arrival.
   */
  join<Data>(topic: string, receive: (data: Data) => void): (data: Data) => void;
}

/** Announcements of a site with one instance: nothing is sent, and nothing arrives. */
export const NO_ANNOUNCEMENTS: Announcements = { join: () => () => undefined };
