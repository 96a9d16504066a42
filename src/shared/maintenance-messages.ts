// What only the server writes about maintenance; the notice itself is in messages.ts.

/** The line over the form for who is signed in, while visitors see the notice; the second part leads to the switch. */
export const MAINTENANCE_PASSED = {
  text: 'Maintenance is on. Visitors see the notice.',
  toSwitch: 'General Settings',
} as const;
