import { id as idField } from '@kaiwa/contract/fields.ts'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '../accounts/sessions/authenticate.ts'
import { sendAvatar } from '../platform/pictures/send-avatar.ts'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/refusal.ts'
import { readSpeaker } from './read-speaker.ts'

/** Storage key of a speaker's picture. */
export function avatarKey(speakerId: number, name: string): string {
  return `avatars/${speakerId}/${name}`
}

/** Address of the picture, for readers who see the speaker. */
export function avatarPath(speakerId: number, name: string): string {
  return `/avatars/${speakerId}/${name}`
}

/** Storage key of the picture at this address. */
export function objectOfAvatar(avatar: string): string {
  return avatar.slice(1)
}

interface AvatarRoute {
  Params: { speakerId: string; name: string }
}

/** Serves the current picture of a speaker to readers who see the speaker. */
export function avatarPlugin(http: FastifyInstance, app: App): void {
  http.get<AvatarRoute>('/avatars/:speakerId/:name', async (request, reply) => {
    const actor = await authenticate(request, app)
    const id = idField.safeParse(request.params.speakerId).data
    if (!actor || id === undefined) throw new Refusal('E_NOT_FOUND')
    const { avatar } = await readSpeaker(app.db, actor, id)
    if (avatar !== avatarPath(id, request.params.name)) throw new Refusal('E_NOT_FOUND')
    return sendAvatar(app, reply, avatarKey(id, request.params.name))
  })
}
