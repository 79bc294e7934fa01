// The caller of a request. It is read from the database for each request in one query, so that a changed role, a removed
// member or a disabled user takes effect with the next call.
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { ROLE } from '@kaiwa/contract/roles.ts'

export type WorkspaceRole = typeof ROLE.owner | typeof ROLE.manager | typeof ROLE.member | typeof ROLE.guest

declare module '../platform/http/actor.ts' {
  interface Actor {
    readonly sessionId: number
    /** Null for a user without a workspace. */
    readonly workspaceId: number | null
    readonly workspaceRole: WorkspaceRole | null
    /** The language of the page that sent the request, otherwise that of the account: names of the product are shown in it. */
    readonly locale: Locale
  }
}

export type { Actor } from '../platform/http/actor.ts'
