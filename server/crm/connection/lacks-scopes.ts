import { HUBSPOT_SCOPES } from '../provider/scopes.ts'

/** Whether a portal has not granted everything that Kaiwa asks for. */
export function lacksScopes(granted: readonly string[]): boolean {
  return HUBSPOT_SCOPES.some((scope) => !granted.includes(scope))
}
