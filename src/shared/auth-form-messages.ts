// Texts of the sign-in and sign-up forms, except those in panel-messages.ts.

/** The response to a sign-up that must not reveal whether the email address already has an account. */
export const SIGN_UP_RECEIVED =
  'Request received. If this email had no account, one was created. Sign in to continue.';

export const AUTH_FORM = {
  signInTitle: 'Sign in',
  signInLede: "Manage your site's name, links and content.",
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  noAccount: 'No account yet?',
  createOne: 'Create one',
  signUpTitle: 'Create an account',
  signUpLede: {
    ownerless: "Enter the setup code to become the owner. Other accounts need the owner's approval.",
    approval: "New accounts need the owner's approval.",
    open: 'New accounts can use the whole panel right away.',
    closed: 'This site does not accept new accounts.',
  },
  withCode: 'Your setup code is filled in. This account will own the site.',
  create: 'Create account',
  creating: 'Creating account...',
  haveOne: 'Already have one?',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
  setupCode: 'Setup code',
  setupOptional: 'Only the owner needs it. It is in the server log.',
  setupNeeded:
    'This site has no owner yet. To create the owner account, enter the setup code from the server log.',
  showPassword: 'Show password',
  showConfirm: 'Show password confirmation',
  backToHome: 'Back to home',
  administratorsOnly: 'Administrators only',
  offline: "You're offline.",
  nameRequired: 'Enter your full name',
  nameTooLong: 'Use at most 80 characters',
  passwordRequired: 'Enter your password',
  setupRequired: 'Enter the setup code',
  /** Estimated password strength, weakest first. Shown before `passwordRule`; not shown while the field is empty. */
  strength: ['Weak.', 'Fair.', 'Good.', 'Strong.'],
  passwordRule: 'At least 6 characters; longer is stronger.',
} as const;
