import { id as idField } from '@kaiwa/contract/fields.ts'
import type { FastifyInstance } from 'fastify'
import { sendAvatar } from '../../platform/pictures/send-avatar.ts'
import type { App } from '../../platform/app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { avatarKey, avatarPath } from './avatar-path.ts'
import { findAvatar } from '../store/people.ts'

interface AvatarRoute {
  Params: { userId: string; name: string }
}

/** Serves the current photo of a person to the person, the members of their workspace and the operator. */
export function avatarPlugin(http: FastifyInstance, app: App): void {
  http.get<AvatarRoute>('/avatars/people/:userId/:name', async (request, reply) => {
    const actor = await authenticate(request, app)
    const id = idField.safeParse(request.params.userId).data
    if (!actor || id === undefined) throw new Refusal('E_NOT_FOUND')
    const avatar = await findAvatar(app.db, actor, id)
    if (avatar === null || avatar !== avatarPath(id, request.params.name)) throw new Refusal('E_NOT_FOUND')
    return sendAvatar(app, reply, avatarKey(avatar))
  })
}
