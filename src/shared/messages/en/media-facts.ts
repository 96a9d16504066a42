/** Labels and descriptions of qualities, and texts of sizes, speeds, times left and durations. */
export const mediaFacts = {
  'quality.best': 'Best quality, larger file',
  'quality.balanced': 'Balanced',
  'quality.small': 'Smaller and faster',
  'quality.audio': 'Sound only',
  'quality.audioAtRate': 'Sound only, 128 kbps',
  audio: 'Audio (MP3)',
  soundM4a: 'Sound (M4A)',
  film: 'Video (MP4)',
  photo: 'Photo',
  sizeAbout: 'about {size}',
  /** Three texts that tell files with the same label apart: two bit rates, and a number for files whose known facts are equal. */
  'bitrate.mega': '{rate} Mbps',
  'bitrate.kilo': '{rate} kbps',
  fileNumber: 'File {number}',
  amountOf: '{received} of {total}',
  perSecond: '{size}/s',
  'timeLeft.seconds': '{seconds} s left',
  'timeLeft.minutes': '{minutes} min left',
  'timeLeft.both': '{minutes} min {seconds} s left',
  /** Durations for screen readers. */
  'spoken.hours': { one: '{count} hour', other: '{count} hours' },
  'spoken.minutes': { one: '{count} minute', other: '{count} minutes' },
  'spoken.seconds': { one: '{count} second', other: '{count} seconds' },
} as const;
