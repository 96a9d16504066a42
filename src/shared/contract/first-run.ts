import * as z from 'zod/mini';

/** Steps of the checklist that a new owner sees in the Overview, in their order. */
export const FIRST_RUN_STEPS = ['brand', 'reach', 'contact', 'legal', 'engines', 'visit'] as const;
export type FirstRunStep = (typeof FIRST_RUN_STEPS)[number];

/** Builds a record with a value for each step. */
export const byFirstRunStep = <Value>(valueFor: (step: FirstRunStep) => Value): Record<FirstRunStep, Value> =>
  Object.fromEntries(FIRST_RUN_STEPS.map((step) => [step, valueFor(step)])) as Record<FirstRunStep, Value>;

/**
 * State of a step. `done`: the installation's data show that the step has been done. `kept`: the owner has chosen to leave things as they
 * are. `open`: neither is the case.
 */
const stepStateSchema = z.enum(['open', 'kept', 'done']);

/** Response of `GET` and `PATCH /api/admin/first-run`. */
export const firstRunSchema = z.object({
  /** Whether the Overview shows no checklist. */
  hidden: z.boolean(),
  steps: z.object(byFirstRunStep(() => stepStateSchema)),
});
export type FirstRun = z.infer<typeof firstRunSchema>;

/** Body of `PATCH /api/admin/first-run`. An absent field or step stays unchanged. */
export const firstRunChangeSchema = z.strictObject({
  hidden: z.optional(z.boolean()),
  /** By step: true if the owner leaves things as they are, false to take that back. */
  kept: z.optional(z.partial(z.strictObject(byFirstRunStep(() => z.boolean())))),
});
export type FirstRunChange = z.infer<typeof firstRunChangeSchema>;
