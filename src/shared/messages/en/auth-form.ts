/** Texts of the sign-in and sign-up forms; their outcomes are in panel-outcomes.ts. */
export const authForm = {
  signUpReceived: 'Request received. If this email had no account, one was created. Sign in to continue.',
  signInTitle: 'Sign in',
  signInLede: "Manage your site's name, links and content.",
  /** Shown to someone whose account waited for approval and no longer exists: the owner declined it, or too many accounts waited. */
  signInDeclined: 'Your request was not approved, and your account no longer exists.',
  signInWaiting: 'Your session has ended. Sign in again to see whether you are approved.',
  signInRemoved: 'The owner has removed your account. It no longer exists.',
  signInAgain: 'Your session has ended. Sign in again to go on where you were.',
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  forgot: 'Forgot your password?',
  forgotOwner:
    'If you own this site, run this in its folder on the server, and sign in with the password that it prints:',
  /** Followed by the command that does the same in a container or a release. */
  forgotOwnerRelease: 'In a container, or with the release, it is:',
  forgotOther: 'With any other account, ask the owner to remove it, then sign up again.',
  /** Replaces `forgotOther` while the site accepts no new accounts. */
  forgotOtherClosed:
    'With any other account, ask the owner to remove it and to allow new accounts for a while, then sign up again.',
  noAccount: 'No account yet?',
  createOne: 'Create one',
  signUpTitle: 'Create an account',
  ownerTitle: 'Create the owner account',
  ownerLede: 'This account runs the site: it can change everything and decides who else may.',
  /** Shown to someone who opens a setup link after the site got an owner. */
  linkUsed: 'This setup link no longer works, because the site has an owner. If that is you, sign in.',
  'signUpLede.ownerless': 'This site has no owner yet. With the setup code, your account becomes the owner.',
  'signUpLede.approval': "New accounts need the owner's approval.",
  'signUpLede.open': 'New accounts can use the whole panel right away.',
  'signUpLede.closed': 'This site does not accept new accounts.',
  withCode: 'Filled in from your setup link.',
  create: 'Create account',
  creating: 'Creating account...',
  haveOne: 'Already have one?',
  signInInstead: 'Sign in instead',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
  setupCode: 'Setup code',
  setupOptional:
    'At the end of the setup link that the server printed when it started. Leave it empty if you are not the owner.',
  setupNeeded:
    'This site has no owner yet. To create the owner account, enter the setup code that the server printed when it started.',
  backToHome: 'Back to home',
  administratorsOnly: 'Administrators only',
  offline: "You're offline.",
  nameRequired: 'Enter your full name',
  nameTooLong: 'Use at most 80 characters',
  nameUnreadable: 'Use letters of one alphabet in your name, and no invisible characters.',
  passwordRequired: 'Enter your password',
  /** Estimated password strength, weakest first. Shown before `passwordRule`; not shown while the field is empty. */
  'strength.1': 'Weak.',
  'strength.2': 'Fair.',
  'strength.3': 'Good.',
  'strength.4': 'Strong.',
  passwordRule: 'At least 6 characters; longer is stronger.',
} as const;
