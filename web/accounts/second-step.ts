import { codeOf } from '../platform/api-error.ts'

/** True when the first factor was accepted and the second step is required. */
export const requiresSecondStep = (error: unknown): boolean => codeOf(error) === 'AUTH_SECOND_STEP_REQUIRED'

/** URL of the second step, with the page to open afterwards. */
export const secondStepAddress = (redirect: string | null = null): string =>
  redirect === null ? '/login/second-step' : `/login/second-step?${new URLSearchParams({ redirect })}`
