/** Texts of the film that the device makes of the pictures of a set. */
export const filmList = {
  heading: 'One video',
  hint: 'Made on your device',
  silent: { one: '{count} photo, no sound', other: '{count} photos, no sound' },
  withMusic: { one: '{count} photo with the music', other: '{count} photos with the music' },
  seconds: 'Time for each photo',
  each: '{seconds} s',
  save: 'Save the photos as one video',
  earlier: 'Photo {position} earlier',
  later: 'Photo {position} later',
  /** The numbers of the photos, in their order. */
  order: 'Order of the photos: {order}',
} as const;
