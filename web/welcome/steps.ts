/** The steps of the welcome, in order. */
export const STEPS = ['record', 'read', 'find', 'begin'] as const
export type Step = (typeof STEPS)[number]

export const after = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? 'begin'
