import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import type { Db } from './database/database.ts'
import type { Reaction } from './events/event.ts'
import type { Actor } from './http/actor.ts'
import type { Route } from './http/route.ts'
import type { AnyJob, Schedule } from './jobs/job.ts'
import type { Channel } from './realtime/channel.ts'

/** Tells who makes a request: null without credentials; throws Refusal where the credentials are not (or no longer) good. */
export type Authenticate = (request: FastifyRequest, app: App) => Promise<Actor | null>

/** What a person's rights hang on between two requests: open sockets carry its id instead of the person's token. */
export type Sessions = {
  idOf: (actor: Actor) => number
  /** The person with the rights of now; null once the session has ended or the person is disabled. */
  reload: (db: Db, sessionId: number) => Promise<Actor | null>
  /** Those of these that have not ended, of people who are not disabled. */
  findLive: (db: Db, sessionIds: readonly number[]) => Promise<number[]>
}

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
  /** Of that same domain. Without it nothing ends but by `access.changed`. */
  sessions?: Sessions
}
