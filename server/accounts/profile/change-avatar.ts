import { randomUUID } from 'node:crypto'
import type { removeAvatar as removeContract, uploadAvatar as uploadContract } from '@kaiwa/contract/profile.ts'
import { drawAvatar } from '../../platform/pictures/draw-avatar.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { invalid } from '../../platform/refusal.ts'
import { avatarKey, avatarPath } from './avatar-path.ts'
import { composeUser } from '../sessions/compose-session.ts'
import { removeAvatarFile } from './jobs/remove-avatar.ts'
import { replaceAvatar } from '../store/users.ts'

/** Sets the photo and sends a job that deletes the old file, in one transaction. */
async function change({ app, actor }: Context<'session'>, avatar: string | null) {
  await app.db.transaction().execute(async (trx) => {
    const before = await replaceAvatar(trx, actor.id, avatar)
    if (before !== null) await app.jobs.send(trx, removeAvatarFile, { avatar: before })
  })
  return { user: await composeUser(app, actor) }
}

export const uploadAvatar: Handler<typeof uploadContract> = async (_, context) => {
  const { app, actor, request } = context
  const file = request.body instanceof FormData ? request.body.get('file') : null
  if (!(file instanceof File) || file.size === 0) throw invalid({ file: ['required'] })
  const avatar = avatarPath(actor.id, `${randomUUID()}.jpg`)
  await app.storage.put(avatarKey(avatar), await drawAvatar(app, actor, file), { contentType: 'image/jpeg' })
  return change(context, avatar)
}

export const removeAvatar: Handler<typeof removeContract> = (_, context) => change(context, null)
