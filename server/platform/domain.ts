import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import type { Db } from './database/database.ts'
import type { Subscription } from './events/subscription.ts'
import type { Actor } from './http/actor.ts'
import type { Route } from './http/route.ts'
import type { AnyJob, Schedule } from './jobs/job.ts'
import type { Channel } from './realtime/channel.ts'

/**
 * Identifies the person who makes a request. Returns null without credentials; throws Refusal if the credentials are
 * invalid or expired.
 */
export type Authenticate = (request: FastifyRequest, app: App) => Promise<Actor | null>

/**
 * Sessions link open sockets to the current rights of a person: a socket stores the session id instead of the token.
 */
export interface Sessions {
  idOf: (actor: Actor) => number
  /** The person with their current rights; null if the session has ended or the person is disabled. */
  reload: (db: Db, sessionId: number) => Promise<Actor | null>
  /** Returns those ids whose session has not ended and whose person is not disabled. */
  findLive: (db: Db, sessionIds: readonly number[]) => Promise<number[]>
}

/** Content that is sent together with the page of the app (`http/first-view.ts`). */
export interface FirstView {
  /** The path of the screen. Its groups are numbers: the ids that `render` gets. */
  path: RegExp
  /** The view uses no class of the page's style sheets, and does not wait for them. */
  hasOwnStyles?: boolean
  /**
   * HTML of the view for this person, with all text escaped; null if there is nothing to show or the person may not see
   * it. A refusal counts as null. After `maxMs` the page is sent without the view.
   */
  render: (app: App, actor: Actor, ids: readonly number[], maxMs: number) => Promise<string | null>
}

/** Everything that one domain adds to the program. */
export interface Domain {
  name: string
  routes?: readonly Route[]
  jobs?: readonly AnyJob[]
  subscriptions?: readonly Subscription[]
  channels?: readonly Channel[]
  schedules?: readonly Schedule[]
  /** HTTP endpoints that are not operations (tus, media): the plugin registers its own paths on the server. */
  plugins?: readonly ((http: FastifyInstance, app: App) => Promise<void> | void)[]
  firstViews?: readonly FirstView[]
  /**
   * Background work of every process, started when it answers requests. Instances in several processes run in parallel.
   * Ends with `signal`.
   */
  start?: (app: App, signal: AbortSignal) => Promise<void>
  /** Exactly one domain provides authentication. */
  authenticate?: Authenticate
  /** Provided by the same domain. Without it, sockets are closed only by `access.changed`. */
  sessions?: Sessions
}
