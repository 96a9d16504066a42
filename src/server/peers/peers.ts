/** What the worker processes of one server tell each other. Everything told is plain data, as JSON carries it. */
export interface Peers {
  /**
   * Joins a topic: returns the function that tells data to the other workers, and calls `receive` with what they tell. `receive` must
   * not throw. A worker that starts later learns nothing of what came before.
   */
  exchange<Data>(topic: string, receive: (data: Data) => void): (data: Data) => void;
}

/** Peers of a server that is a single process. */
export const NO_PEERS: Peers = { exchange: () => () => undefined };
