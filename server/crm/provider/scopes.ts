// The rights that Kaiwa asks a portal for.

/** `oauth`: details of the account. The schema of deals: their properties, groups and pipelines. */
export const HUBSPOT_SCOPES = [
  'oauth',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
  'crm.schemas.deals.read',
] as const

/** Whether a portal has not granted everything that Kaiwa asks for. */
export function lacksScopes(granted: readonly string[]): boolean {
  return HUBSPOT_SCOPES.some((scope) => !granted.includes(scope))
}
