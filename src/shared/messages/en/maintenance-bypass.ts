/**
 * The line that a signed-in owner or administrator sees above the form while visitors see the maintenance notice. `toSwitch` is the link to
 * the setting.
 */
export const maintenanceBypass = {
  text: 'Maintenance is on. Visitors see the notice.',
  toSwitch: 'General Settings',
} as const;
