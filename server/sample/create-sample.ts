// Creates a demo owner and a Japanese sales call, so that every screen has content after the first start. The call is
// processed like every recording. Creation can be resumed after a kill, and happens only once.
import { stat } from 'node:fs/promises'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import { originalKey } from '../media/keys.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'
import type { Trx } from '../platform/database/database.ts'
import { jsonb } from '../platform/database/jsonb.ts'
import { announceUpload } from '../uploads/announce-upload.ts'
import { finishUpload } from '../uploads/finish-upload.ts'
import { openStaging } from '../uploads/open-staging.ts'
import { createWorkspace } from '../membership/create-workspace.ts'
import { insertItem } from '../tree/store/items.ts'
import { DEMO, SAMPLE } from './sample-media.ts'

/** Advisory lock: only one process creates the sample at a time. */
const LOCK = 7_315_001

export const createSample = async (app: App): Promise<void> => {
  const { size } = await stat(SAMPLE.recording)
  const pending = await app.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    return (await findPending(trx)) ?? (await makeRows(app.config, trx, size))
  })
  if (!pending.uploadId) return
  await app.storage.put(originalKey(pending.videoId), { file: SAMPLE.recording }, { contentType: 'video/mp4' })
  await app.db.updateTable('uploads').set({ length: size, received: size }).where('id', '=', pending.uploadId).execute()
  await finishUpload(app, openStaging(app), pending.uploadId)
}

/** The unfinished work of an earlier start: null before the first start, no upload if everything is done. */
const findPending = async (trx: Trx): Promise<{ uploadId: number | null; videoId: string } | null> => {
  const demo = await trx.selectFrom('users').select('id').where('email', '=', DEMO.email).executeTakeFirst()
  if (!demo) return null
  const upload = await trx
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select(['uploads.id', 'files.video_id'])
    .where('uploads.created_by', '=', demo.id)
    .where('uploads.completed_at', 'is', null)
    .where('files.engine', '=', SAMPLE.engine)
    .executeTakeFirst()
  return { uploadId: upload?.id ?? null, videoId: upload?.video_id ?? '' }
}

const makeRows = async (config: Config, trx: Trx, size: number) => {
  const user = await trx
    .insertInto('users')
    .values({
      email: DEMO.email,
      password_hash: await hashPassword(config, DEMO.password),
      first_name: DEMO.firstName,
      last_name: DEMO.lastName,
      settings: jsonb({ locale: 'ja' }),
      // The demo user does not need the welcome screen.
      is_visited: true,
      email_verified_at: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const workspace = await createWorkspace(trx, { ownerId: user.id, plan: 'business', locale: 'ja' })
  const item = await insertItem(trx, { parentId: workspace.rootItemId, isProject: true, creatorId: user.id })
  const folder = await trx
    .insertInto('projects')
    .values({ item_id: item.id, workspace_id: workspace.id, name: SAMPLE.folder, last_updated_by: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id, videoId } = await announceUpload(
    trx,
    {
      bytes: size,
      name: { fileName: `${SAMPLE.title}.mp4`, title: SAMPLE.title, extension: 'mp4', isAudio: false },
      entry: {
        uuid: SAMPLE.uuid,
        name: SAMPLE.title,
        size: size / BYTES_PER_MB,
        duration: 0,
        num_speaker: SAMPLE.speakers,
        language: 'ja',
      },
    },
    { folder: { id: item.id, resource_id: folder.id }, workspaceId: workspace.id, userId: user.id },
    SAMPLE.engine,
  )
  return { uploadId: id, videoId }
}
