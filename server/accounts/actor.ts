// Who is calling, as every domain sees it. Read afresh for each request in one query, so that a changed role, a removed
// member and a disabled user are noticed by the very next call.
import type { ROLE } from '@kaiwa/contract/roles.ts'

export type WorkspaceRole = typeof ROLE.owner | typeof ROLE.manager | typeof ROLE.member | typeof ROLE.guest

declare module '../platform/http/actor.ts' {
  interface Actor {
    readonly sessionId: number
    /** Null for somebody who belongs to no workspace. */
    readonly workspaceId: number | null
    readonly workspaceRole: WorkspaceRole | null
  }
}

export type { Actor } from '../platform/http/actor.ts'
