// The reader of a presented file: their rights and the media addresses with their grant.
import type { Actor } from '../accounts/actor.ts'
import { writeGrant } from './media-grant.ts'
import { reachedAt } from '../platform/http/addresses.ts'
import type { Context } from '../platform/http/route.ts'

export interface Reader {
  actor: Actor
  /**
   * Returns the media base address of one file with the reader's grant; `{base}/{video_id}/playlist.m3u8` and the
   * other media are below it.
   */
  mediaOf: (fileId: number) => string
}

export function readerOf(context: Pick<Context<'session'>, 'app' | 'actor' | 'request'>): Reader {
  const { app, actor } = context
  const origin = reachedAt(context)
  const { secret } = app.config
  return {
    actor,
    mediaOf: (fileId) =>
      `${origin}/media/${writeGrant({ userId: actor.id, sessionId: actor.sessionId, fileId }, secret)}`,
  }
}
