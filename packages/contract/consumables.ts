// Words of billing without schemas: the browser imports them.

/** Kinds of usage that can exceed the limits of a plan. Storage is counted in GB, seats in persons. */
export const CONSUMABLES = ['minute', 'storage', 'chat', 'editor', 'viewer'] as const
export type Consumable = (typeof CONSUMABLES)[number]
