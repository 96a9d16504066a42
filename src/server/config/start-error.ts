/**
 * Thrown when the program cannot start for a reason that its operator can fix. Only the message is printed, without a
 * stack trace.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
