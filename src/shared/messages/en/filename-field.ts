/** Texts of the field with a template for file names. */
export const filenameField = {
  example: 'Example: <file>its name</file>',
  tokens: 'Parts that differ from file to file',
  insert: 'Insert {token}',
  'token.platform': 'the platform',
  'token.user': 'the author',
  'token.date': 'the day of saving, in UTC',
  'token.id': "the post's id",
  'token.type': 'video, photo, audio or captions',
  'token.quality': 'the quality, unless it is the best',
  'token.n': 'the number in a set',
  'fault.empty': 'Enter a name.',
  'fault.long': 'Use at most {most} characters.',
  'fault.character':
    'Outside of curly brackets, use only letters from A to Z, digits, spaces and _ - . , @ + ( ) [ ].',
  'fault.token': '{token} does not exist. Choose one of the parts below.',
} as const;
