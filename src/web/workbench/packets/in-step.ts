/**
 * Runs generators that write tracks of one file, and yield up to which second they are, until all have ended. Always continues the one
 * furthest behind: packets of a track that runs ahead wait in memory, and the source is requested again for the track left behind.
 */
export async function inStep(tracks: readonly AsyncGenerator<number>[]): Promise<void> {
  const running = tracks.map((track) => ({ track, seconds: Number.NEGATIVE_INFINITY }));
  for (;;) {
    const [last] = running.toSorted((one, other) => one.seconds - other.seconds);
    if (last === undefined) return;
    const { done, value } = await last.track.next();
    if (done === true) running.splice(running.indexOf(last), 1);
    else last.seconds = value;
  }
}
