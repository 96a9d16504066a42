/** What keeps the program from starting and its owner can mend: the message says it all, a stack would only hide it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
