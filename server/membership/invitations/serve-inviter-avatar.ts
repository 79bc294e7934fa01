import type { FastifyInstance } from 'fastify'
import { avatarKey } from '../../accounts/profile/avatar-path.ts'
import type { App } from '../../platform/app.ts'
import { sendAvatar } from '../../platform/pictures/send-avatar.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findInviter, openInvitation } from './open-invitation.ts'

const PATH = '/avatars/inviter'

/** Path of the inviter's photo for the holder of an invitation link. */
export function inviterAvatarPath(token: string): string {
  return `${PATH}?${new URLSearchParams({ token })}`
}

/** Serves the inviter's photo. The token of the invitation link gives access; no session is needed. */
export function inviterAvatarPlugin(http: FastifyInstance, app: App): void {
  http.get<{ Querystring: Record<string, unknown> }>(PATH, async ({ query: { token } }, reply) => {
    if (typeof token !== 'string') throw new Refusal('E_NOT_FOUND')
    const { invitation } = await openInvitation(app.db, token)
    const inviter = await findInviter(app.db, invitation)
    if (!inviter?.avatar) throw new Refusal('E_NOT_FOUND')
    // The address stays the same after a change or removal of the photo, and after the end of the invitation.
    return sendAvatar(app, reply, avatarKey(inviter.avatar), 'no-store')
  })
}
