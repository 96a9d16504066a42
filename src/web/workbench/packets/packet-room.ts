import type { InputTrack } from 'mediabunny';

const MEASURED_PACKETS = 100;
const LEAST_RATE_PER_SECOND = 61;
const SPARE_PACKETS = 60;
/** How much higher the rate may be after the measured packets. */
const RATE_CHANGE = 1.5;

/**
 * Returns more packets than `seconds` of a track have, by default the whole track: the room that an MP4 file reserves for its index, so that
 * it can begin with it. Null if the duration is unknown. Counting the packets would read a fragmented file twice.
 */
export async function packetRoom(track: InputTrack, seconds?: number): Promise<number | null> {
  const duration = seconds ?? (await track.getDurationFromMetadata());
  if (duration === null) return null;
  const { averagePacketRate } = await track.computePacketStats(MEASURED_PACKETS);
  return (
    Math.ceil(duration * Math.max(LEAST_RATE_PER_SECOND, averagePacketRate * RATE_CHANGE)) + SPARE_PACKETS
  );
}
