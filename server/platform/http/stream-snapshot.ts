import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import type { Trx } from '../database/database.ts'
import { openSnapshot } from '../database/snapshot.ts'
import type { Actor } from './actor.ts'
import { clientSignal } from './client-signal.ts'
import { type Parts, StreamedJson } from './streamed-json.ts'

/**
 * A streamed answer whose parts are all read from one snapshot of the database. A snapshot may be waited for, so `read`
 * begins with the session and the rights of its caller.
 */
export async function streamSnapshot<T>(
  { app, actor, reply }: { app: Pick<App, 'db' | 'config'>; actor: Actor; reply: FastifyReply },
  read: (trx: Trx) => Promise<Parts<T>>,
): Promise<StreamedJson<T>> {
  const snapshot = await openSnapshot(app, { accountId: actor.id, workspaceId: actor.workspaceId }, clientSignal(reply))
  try {
    return new StreamedJson<T>(await read(snapshot.trx), snapshot.close)
  } catch (error) {
    await snapshot.close().catch(() => {})
    throw error
  }
}
