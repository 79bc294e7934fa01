import * as z from 'zod'
import { ROLE } from './roles.ts'

/** A role by the id that the outside world knows (`roles.ts`). */
export const roleId: z.ZodType<number> = z.literal(Object.values(ROLE))

/** A role of a user, as responses show it. */
export const roleAssignment = z.object({ name: z.string(), team_id: z.int().nullable(), role_id: roleId })
export type RoleAssignment = z.infer<typeof roleAssignment>
