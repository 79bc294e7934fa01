import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'

export const SHARED_ROLES: readonly SharedRole[] = [ROLE.editor, ROLE.viewer]

const NAMES = { [ROLE.owner]: 'owner', [ROLE.manager]: 'manager', [ROLE.editor]: 'editor' } as const

/** The text key of a role on an item. */
export function roleName(role: number | null): 'owner' | 'manager' | 'editor' | 'viewer' {
  return NAMES[role as keyof typeof NAMES] ?? 'viewer'
}
