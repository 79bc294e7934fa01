// Creates a demo owner and a Japanese sales call, so that every screen has content after the first start. The call is
// processed like every recording. Creation can be resumed after a kill, and happens only once.
import { stat } from 'node:fs/promises'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { makeProductName } from '@kaiwa/contract/product-names.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import { originalKey } from '../media/keys.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'
import type { Trx } from '../platform/database/database.ts'
import { announceUpload } from '../uploads/request-upload.ts'
import { finishUpload } from '../uploads/complete-upload.ts'
import { openStaging } from '../uploads/open-staging.ts'
import { createWorkspace } from '../membership/create-workspace.ts'
import { insertItem } from '../tree/store/items.ts'
import { findUserByEmail, insertVerifiedUser, setOperator } from '../accounts/store/users.ts'
import { insertFolder } from '../tree/store/folders.ts'
import { saveReceivedLength } from '../uploads/store/uploads.ts'
import { findPending, lockSample } from './store.ts'
import { DEMO, DEMO_OPERATOR, SAMPLE } from './sample-media.ts'

export async function createSample(app: App): Promise<void> {
  const { size } = await stat(SAMPLE.recording)
  const pending = await app.db.transaction().execute(async (trx) => {
    await lockSample(trx)
    return (await findPending(trx)) ?? (await makeRows(app.config, trx, size))
  })
  if (!pending.uploadId) return
  await sendSample(app, { uploadId: pending.uploadId, videoId: pending.videoId, size })
}

/** Creates the sample operator of a local installation once. */
export async function createSampleOperator(app: App): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await lockSample(trx)
    if (await findUserByEmail(trx, DEMO_OPERATOR.email)) return
    const id = await insertVerifiedUser(trx, {
      email: DEMO_OPERATOR.email,
      password_hash: await hashPassword(app.config, DEMO_OPERATOR.password),
      first_name: DEMO_OPERATOR.firstName,
      last_name: DEMO_OPERATOR.lastName,
      settings: { locale: 'ja' },
      is_visited: true,
    })
    await setOperator(trx, id, true)
  })
}

async function makeRows(config: Config, trx: Trx, size: number) {
  const userId = await insertVerifiedUser(trx, {
    email: DEMO.email,
    password_hash: await hashPassword(config, DEMO.password),
    first_name: DEMO.firstName,
    last_name: DEMO.lastName,
    settings: { locale: 'ja' },
    // The demo user does not need the welcome screen.
    is_visited: true,
  })
  const workspace = await createWorkspace(trx, { ownerId: userId, plan: 'business' })
  const item = await insertItem(trx, { parentId: workspace.rootItemId, isProject: true, creatorId: userId })
  const folderId = await insertFolder(trx, {
    itemId: item.id,
    workspaceId: workspace.id,
    name: makeProductName('sample-folder'),
    userId,
  })
  const { id, videoId } = await announceSample(trx, size, {
    uuid: SAMPLE.uuid,
    folder: { id: item.id, resource_id: folderId },
    workspaceId: workspace.id,
    userId,
  })
  return { uploadId: id, videoId }
}

/** Announces the sample recording of `size` bytes in a folder. The caller holds the lock of the tree. */
export function announceSample(
  trx: Trx,
  size: number,
  { uuid, ...destination }: Omit<Parameters<typeof announceUpload>[2], 'sessionId'> & { uuid: string },
) {
  return announceUpload(
    trx,
    {
      bytes: size,
      name: {
        fileName: `${SAMPLE.title}.mp4`,
        title: SAMPLE.title,
        key: 'sample-call',
        extension: 'mp4',
        isAudio: false,
      },
      entry: {
        uuid,
        name: SAMPLE.title,
        size: size / BYTES_PER_MB,
        duration: 0,
        num_speaker: SAMPLE.speakers,
        language: 'ja',
      },
    },
    { ...destination, sessionId: null },
    SAMPLE.engine,
  )
}

/** Stores the bytes of an announced sample and starts its processing. May run again after a kill. */
export async function sendSample(
  app: App,
  { uploadId, videoId, size }: { uploadId: number; videoId: string; size: number },
): Promise<void> {
  await app.storage.put(originalKey(videoId), { file: SAMPLE.recording }, { contentType: 'video/mp4' })
  await saveReceivedLength(app.db, uploadId, size)
  await finishUpload(app, openStaging(app), uploadId)
}
