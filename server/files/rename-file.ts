import type { renameFile as contract } from '@kaiwa/contract/files.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { App } from '../platform/app.ts'
import { publish } from '../platform/store/outbox.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import * as policy from '../tree/policy.ts'
import { readerOf } from './reader.ts'
import { findFile, lockFile, updateTitle } from './store/files.ts'
import { readFile } from './read-file.ts'
import { fileChannels } from '../tree/store/readers.ts'

export async function mayRenameFile(
  { params }: { params: { id: number; projectId: number } },
  { app, actor }: { app: Pick<App, 'db'>; actor: Actor },
): Promise<void> {
  return assertAllowed(policy.rename(actor, await findFile(app.db, actor, params.id, params.projectId)))
}

/** Changes the title. The file name of the original recording stays. */
export const renameFile: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    await lockFile(trx, params.id)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.id, params.projectId)
    assertAllowed(policy.rename(actor, file))
    await updateTitle(trx, actor, { fileId: file.id, title: body.title })
    await publish(trx, {
      type: 'file.updated',
      data: { project_file_id: file.id },
      channels: await fileChannels(trx, file),
    })
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })
