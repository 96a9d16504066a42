/** The line above the form for a signed-in owner or administrator while visitors see the notice; `toSwitch` links to the setting. */
export const maintenanceBypass = {
  text: 'Maintenance is on. Visitors see the notice.',
  toSwitch: 'General Settings',
} as const;
