/** The steps of the welcome, in order. */
export const STEPS = ['record', 'read', 'find', 'begin'] as const
export type Step = (typeof STEPS)[number]

export function after(step: Step): Step {
  return STEPS[STEPS.indexOf(step) + 1] ?? 'begin'
}
