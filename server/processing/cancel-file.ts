import type { cancelFile as contract } from '@kaiwa/contract/files.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import type { Handler } from '../platform/http/route.ts'
import { type FileRow, findFile, lockFile } from '../files/store/files.ts'
import { fileState } from '../files/policy.ts'
import { readFile } from '../files/read-file.ts'
import { assertAllowed } from '../tree/policy.ts'
import { readerOf } from '../files/reader.ts'
import * as policy from './policy.ts'
import { stopRuns } from './stop-runs.ts'
import { fileChannels } from '../tree/store/readers.ts'

/** Stops the analysis. Charged minutes remain charged; recognised chunks are kept for a resume. */
export const cancelFile: Handler<typeof contract> = ({ params }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    await lockFile(trx, params.fileId)
    const actor = await reloadActor(trx, context.actor)
    const file = await findFile(trx, actor, params.fileId)
    assertAllowed(policy.cancel(file, fileState(file)))
    await stopRun(trx, file, actor.id)
    return readFile(trx, readerOf({ ...context, actor }), file.id)
  })

/** Ends the run of one file and publishes the change. The caller holds the file's row lock. */
export async function stopRun(trx: Trx, file: FileRow, userId: number): Promise<void> {
  await stopRuns(trx, [file.id], userId)
  await publish(trx, {
    type: 'file.updated',
    data: { project_file_id: file.id },
    channels: await fileChannels(trx, file),
  })
}
