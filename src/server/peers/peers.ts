/** Topics on which the worker processes of one server exchange plain data, as JSON carries it. */
export interface Peers {
  /**
   * Joins a topic: returns the function that sends data to the other workers, and calls `receive` with what they send. `receive` must not
   * throw. A worker that starts later does not receive earlier data.
   */
  exchange<Data>(topic: string, receive: (data: Data) => void): (data: Data) => void;
}

/** Peers of a server that is a single process. */
export const NO_PEERS: Peers = { exchange: () => () => undefined };
