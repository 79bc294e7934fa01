import { codeOf } from '../platform/api-error.ts'

/** True when the first factor was accepted and the second step is required. */
export function requiresSecondStep(error: unknown): boolean {
  return codeOf(error) === 'AUTH_SECOND_STEP_REQUIRED'
}

/** URL of the second step, with the page to open afterwards. */
export function secondStepAddress(redirect: string | null = null): string {
  return redirect === null ? '/login/second-step' : `/login/second-step?${new URLSearchParams({ redirect })}`
}
