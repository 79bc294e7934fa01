import * as z from 'zod'

/** A role that somebody has: in the workspace, or what it makes them. */
export const roleAssignment = z.object({ name: z.string(), team_id: z.int().nullable(), role_id: z.int() })
export type RoleAssignment = z.infer<typeof roleAssignment>
