import { randomUUID } from 'node:crypto'
import * as contract from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { drawAvatar } from '../platform/pictures/draw-avatar.ts'
import type { Context, Handler } from '../platform/http/route.ts'
import { fieldErrors, unstorable } from '../platform/http/validation.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { removeSpeakerAvatar } from './jobs/remove-avatar.ts'
import { publishSpeakers } from './publish-speakers.ts'
import { avatarKey, avatarPath } from './serve-speaker-avatar.ts'
import { takeSpeakerAvatar, updateSpeakerColumns } from './store/speakers.ts'
import { readSpeaker } from './read-speaker.ts'
import { findFoldersOfSpeaker } from './store/project-speakers.ts'

type Speaker = contract.Speaker
interface Columns {
  name?: string
  description?: string | null
}

export const updateSpeaker: Handler<typeof contract.updateSpeaker> = async ({ params }, context) => {
  const form = await readSpeakerForm(context, params.speakerId)
  const fields = { name: form.get('name') ?? undefined, description: form.get('description') ?? undefined }
  const result = contract.speakerForm.safeParse(fields, { reportInput: true })
  const wrong = unstorable(fields)
  if (!result.success) throw invalid({ ...wrong, ...fieldErrors(result.error.issues) })
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  // If the form has no such field, the description is not changed.
  const { name, description } = result.data
  return saveSpeaker(context, params.speakerId, form, {
    name,
    ...(fields.description === undefined ? {} : { description: description || null }),
  })
}

export const uploadSpeakerAvatar: Handler<typeof contract.uploadSpeakerAvatar> = async ({ params }, context) => {
  const form = await readSpeakerForm(context, params.speakerId)
  if (!(form.get('file') instanceof File)) throw invalid({ file: ['required'] })
  return saveSpeaker(context, params.speakerId, form, {})
}

/** Refuses with E_NOT_FOUND and E_FORBIDDEN. */
async function readEditable(db: Db | Trx, actor: Actor, id: number): Promise<Speaker> {
  const speaker = await readSpeaker(db, actor, id)
  if (!speaker.can.edit) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  return speaker
}

/** Checks permission first: the form is not read if the sender may not change the speaker. */
async function readSpeakerForm({ app, actor, request }: Context<'session'>, id: number): Promise<FormData> {
  await readEditable(app.db, actor, id)
  if (!(request.body instanceof FormData)) throw invalid({ body: ['format'] })
  return request.body
}

async function saveSpeaker({ app, actor }: Context<'session'>, id: number, form: FormData, columns: Columns) {
  const file = form.get('file')
  const isSent = file instanceof File && file.size > 0
  const name = isSent ? `${randomUUID()}.jpg` : null
  if (isSent && name)
    await app.storage.put(avatarKey(id, name), await drawAvatar(app, actor, file), { contentType: 'image/jpeg' })
  const saving = app.db.transaction().execute(async (trx) => {
    const before = name ? await takeSpeakerAvatar(trx, id) : null
    if (before !== null) await app.jobs.send(trx, removeSpeakerAvatar, { avatar: before })
    const changes = { ...columns, ...(name ? { avatar: avatarPath(id, name) } : {}) }
    if (!(await updateSpeakerColumns(trx, actor, id, changes))) throw new Refusal('E_NOT_FOUND')
    await publishSpeakers(trx, [id], await findFoldersOfSpeaker(trx, id))
    // Drawing the picture and waiting for the row take time: a caller without rights by now rolls the change back.
    return readEditable(trx, await reloadActor(trx, actor), id)
  })
  return saving.catch(async (error: unknown) => {
    // Another error may have come after the commit.
    if (name && error instanceof Refusal) await app.storage.delete(avatarKey(id, name))
    throw error
  })
}
