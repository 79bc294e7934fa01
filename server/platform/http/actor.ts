/**
 * Whoever makes a call. The platform knows only these two things of them; the domain that knows who people are adds its
 * own by declaration merging (`declare module '../platform/http/actor.ts' { interface Actor { … } }`).
 */
export interface Actor {
  readonly id: number
  /** May use the operations whose access is `operator`. */
  readonly isOperator: boolean
}

/** Name of the HttpOnly cookie that carries a session; `cookieName` says what it is called in server mode. */
export const SESSION_COOKIE = 'kaiwa_session'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, once authentication has run; null for nobody. */
    actor: Actor | null
  }
}
