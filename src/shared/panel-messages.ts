// Sentences of the panel, its login and its sign-up. All are prescribed letter for letter.

export const PANEL_MESSAGES = {
  loginUserNotFound: 'No account found with this email.',
  loginWrongPassword: 'Incorrect password.',
  invalidEmail: 'Invalid email address.',
  loginTooManyRequests: 'Too many failed attempts. Please try again later.',
  loginFailed: 'Login failed. Please try again.',
  loginSuccessful: 'Login successful!',
  signupEmailInUse: 'An account with this email already exists.',
  signupWeakPassword: 'Password is too weak.',
  signupSuccessful: 'Account created successfully!',
  passwordsDoNotMatch: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 6 characters',
  logoutSuccessful: 'Logged out successfully',
  logoutFailed: 'Logout failed',

  settingsSaveFailed: 'Failed to save settings. Please try again.',
  changesSaveFailed: 'Failed to save changes. Please try again.',
  contentSaved: 'Content saved successfully!',
  logoNotAnImage: 'Please select a valid image file',
  logoTooLarge: 'Image size must be less than 5MB',
  socialLinkRequired: 'Please select a platform and enter a URL',
  socialLinkInvalid: 'Please enter a valid URL',
  socialLinkDuplicate: 'This platform is already added',
} as const;

/** Returns 'Error saving content: ' followed by the reason. */
export const contentSaveFailed = (reason: string): string => `Error saving content: ${reason}`;
