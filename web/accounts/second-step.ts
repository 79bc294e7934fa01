import { codeOf } from '../platform/api-error.ts'

/** Whether a way of signing in was right and asks for the second step now. */
export const asksSecondStep = (error: unknown): boolean => codeOf(error) === 'AUTH_SECOND_STEP_REQUIRED'

/** Where it is taken; afterwards one goes where one wanted to be. */
export const secondStepAddress = (redirect: string | null = null): string =>
  redirect === null ? '/login/second-step' : `/login/second-step?${new URLSearchParams({ redirect })}`
