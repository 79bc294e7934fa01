import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import type { Reaction } from './events/event.ts'
import type { Actor } from './http/actor.ts'
import type { Route } from './http/route.ts'
import type { AnyJob, Schedule } from './jobs/job.ts'
import type { Channel } from './realtime/channel.ts'

/** Tells who makes a request: null without credentials; throws Refusal where the credentials are not (or no longer) good. */
export type Authenticate = (request: FastifyRequest, app: App) => Promise<Actor | null>

/** Everything one domain adds to the program. */
export type Domain = {
  name: string
  routes?: readonly Route[]
  jobs?: readonly AnyJob[]
  reactions?: readonly Reaction[]
  channels?: readonly Channel[]
  schedules?: readonly Schedule[]
  /** HTTP that is not an operation (tus, media): registers itself on the server, with paths of its own. */
  plugins?: readonly ((http: FastifyInstance, app: App) => Promise<void> | void)[]
  /** Runs in the background once a process answers, in every process: side by side with itself. Ends with `signal`. */
  start?: (app: App, signal: AbortSignal) => Promise<void>
  /** Exactly one domain knows who people are. */
  authenticate?: Authenticate
}
