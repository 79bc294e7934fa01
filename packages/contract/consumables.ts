// Words of billing without schemas: the browser imports them.

/** What can be consumed beyond the limits of a plan. Storage is counted in GB, seats in persons. */
export const CONSUMABLES = ['minute', 'storage', 'chat', 'editor', 'viewer'] as const
export type Consumable = (typeof CONSUMABLES)[number]
