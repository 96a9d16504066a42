// What the sign-in and sign-up forms say beside the sentences in panel-messages.ts.

/** What sign-up answers where it must not tell whether the address has an account: the same for both. */
export const SIGN_UP_RECEIVED =
  'Request received. If this email had no account, one was created. Sign in to continue.';

export const AUTH_FORM = {
  signInTitle: 'Sign in',
  signInLede: 'Manage your site’s name, links and content.',
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  noAccount: 'No account yet?',
  createOne: 'Create one',
  signUpTitle: 'Create an account',
  signUpLede: {
    ownerless: 'The holder of the setup code owns the site. Everyone else waits for the owner’s approval.',
    approval: 'New accounts wait for the owner’s approval.',
    open: 'Every account may use the whole panel.',
    closed: 'This site does not take new accounts.',
  },
  withCode: 'Your setup code is in place: this account will own the site.',
  create: 'Create account',
  creating: 'Creating account...',
  haveOne: 'Already have one?',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
  setupCode: 'Setup code',
  setupOptional: 'Only the owner has one. It is in the server’s log.',
  setupNeeded: 'The site has no owner yet: the setup code in the server’s log still makes an account.',
  showPassword: 'Show password',
  showConfirm: 'Show password confirmation',
  backToHome: 'Back to home',
  administratorsOnly: 'Administrators only',
  offline: "You're offline.",
  nameRequired: 'Enter your full name',
  nameTooLong: 'Use at most 80 characters',
  passwordRequired: 'Enter your password',
  setupRequired: 'Enter the setup code',
  /** Before the rule, by how strong a password looks; none for an empty field. */
  strength: ['Weak.', 'Fair.', 'Good.', 'Strong.'],
  passwordRule: 'At least 6 characters; longer is stronger.',
} as const;
