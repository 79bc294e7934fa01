/**
 * The caller of an operation. The platform needs only these fields; the accounts domain adds its own by declaration
 * merging (`declare module '../platform/http/actor.ts' { interface Actor { … } }`).
 */
export interface Actor {
  readonly id: number
  /** May use operations whose access is `operator`. */
  readonly isOperator: boolean
  /** True for an operator without two-factor authentication. */
  readonly lacksTwoFactor?: boolean
}

/** Base name of the HttpOnly session cookie; `cookieName` adds the prefix of server mode. */
export const SESSION_COOKIE = 'kaiwa_session'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, after authentication; null if not signed in. */
    actor: Actor | null
  }
}
