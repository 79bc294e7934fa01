// Handlers of events, which create and delete notifications.
import { userChannel } from '@kaiwa/contract/channels.ts'
import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import { findInvitation } from '../membership/store/invitations.ts'
import { findInvitedItem } from '../membership/store/invited-items.ts'
import { findItemMembers } from '../membership/store/item-members.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { StoredEvent } from '../platform/events/event.ts'
import { on } from '../platform/events/subscription.ts'
import { effectiveRole } from '../tree/store/access.ts'
import { publish } from '../platform/store/outbox.ts'
import { insertUnread } from '../tree/store/unread-items.ts'
import { commentReaders, followers, uploader } from './recipients.ts'
import {
  type Cause,
  deleteInvisibleNotices,
  findCommentPeople,
  findInvitationWithOwner,
  findProcessedFile,
  findVerifiedUserIds,
  type Notice,
  upsertNotices,
} from './store.ts'

/**
 * Notifies people, at most once per event, also if the event is handled repeatedly. A newer notification about the same
 * topic replaces the older one and is unread again.
 */
async function notify(trx: Trx, cause: Cause, notice: Notice): Promise<void> {
  const notified = await upsertNotices(trx, cause, notice)
  if (notified.length === 0) return
  // Notifications about joining and comments do not mark the item as unread in the tree.
  if (notice.type !== 'project-joined' && notice.threadId === undefined)
    await insertUnread(trx, notice.itemId, notified)
  const channels = notified.map(userChannel)
  await publish(trx, { type: 'new.notification', data: { type: notice.type }, channels })
}

/** Notifies a member of the workspace who was given a role on an item, unless the role was revoked in the meantime. */
function notifyShared(db: Db, event: StoredEvent<'item.shared'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { item_id: itemId, user_id: userId, by } = event.data
    const [person] = await findItemMembers(trx, itemId, { id: userId })
    if (!person || person.direct === null) return
    await notify(trx, event, { type: 'project-invited', itemId, actorId: by, to: [userId] })
  })
}

/** Notifies an invited person who already has an account; all others get only the mail. */
function notifyInvited(db: Db, event: StoredEvent<'invitation.sent'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { invitation_id: invitationId, invited_by: actorId } = event.data
    const invitation = await findInvitation(trx, { id: invitationId })
    const item = invitation && (await findInvitedItem(trx, invitation))
    if (!invitation || !item || invitation.accepted_by !== null) return
    await notify(trx, event, {
      type: 'project-invited',
      itemId: item.item_id,
      actorId,
      invitationId,
      to: await findVerifiedUserIds(trx, invitation.email),
    })
  })
}

/** Notifies the inviter, and the owner of the workspace, who pays for the seat, that a person has joined. */
function notifyJoined(db: Db, event: StoredEvent<'invitation.accepted'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { invitation_id: invitationId, user_id: actorId } = event.data
    const invitation = await findInvitationWithOwner(trx, invitationId)
    const item = invitation && (await findInvitedItem(trx, invitation))
    // The person, or the item they were invited to, was removed in the meantime.
    if (!invitation || !item) return
    const to: number[] = []
    for (const id of new Set([invitation.invited_by, invitation.owner_id])) {
      if (id === null || id === actorId) continue
      const [person] = await findItemMembers(trx, item.item_id, { id })
      if (person && effectiveRole(person) !== null) to.push(id)
    }
    await notify(trx, event, { type: 'project-joined', itemId: item.item_id, about: actorId, actorId, to })
  })
}

/**
 * Notifies the uploader that the analysis is finished, and the people who share the file that a recording is available.
 */
function notifyProcessed(db: Db, event: StoredEvent<'file.processed'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const file = await findProcessedFile(trx, event.data.project_file_id)
    if (!file) return
    const people = await findItemMembers(trx, file.itemId)
    const place = { ...file, importedBy: event.data.imported_by ?? null }
    const about = { itemId: file.itemId, actorId: file.uploadedBy }
    await notify(trx, event, { ...about, type: 'project-file-completed', to: uploader(people, place) })
    await notify(trx, event, { ...about, type: 'project-file-interview', to: followers(people, place) })
  })
}

/** Notifies the uploader that the analysis ended without a transcript. */
function notifyFailed(db: Db, event: StoredEvent<'process.failed'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const file = await findProcessedFile(trx, event.data.project_file_id)
    if (!file || file.uploadedBy === null) return
    const people = await findItemMembers(trx, file.itemId, { id: file.uploadedBy })
    await notify(trx, event, {
      type: 'project-file-completed',
      itemId: file.itemId,
      actorId: file.uploadedBy,
      to: uploader(people, { ...file, importedBy: null }),
    })
  })
}

/** Notifies mentioned people, those who take part in the thread, and the owners of the recording. */
function notifyCommented(db: Db, event: StoredEvent<'comment.written'>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { comment_id, thread_id: threadId, by, is_new: isNew, mentioned } = event.data
    const comment = await findCommentPeople(trx, comment_id)
    if (!comment) return
    const people = await findItemMembers(trx, comment.itemId)
    const readers = commentReaders(people, { ...comment, by, isNew, mentioned })
    const about = { itemId: comment.itemId, about: threadId, threadId, actorId: by }
    await notify(trx, event, { ...about, type: 'comment-mentioned', to: readers.mentioned })
    await notify(trx, event, { ...about, type: 'comment-replied', to: readers.replied })
    await notify(trx, event, { ...about, type: 'comment-added', to: readers.added })
  })
}

/**
 * Deletes notifications that users lost access to after a change of their rights. Otherwise these would reappear,
 * outdated, when access is given again.
 */
async function forgetLost(db: Db, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds)
    await db.transaction().execute(async (trx) => {
      const actor = await actorOfUser(trx, userId)
      if (actor) await deleteInvisibleNotices(trx, actor)
    })
}

export const subscriptions = [
  on('item.shared', 'notify-shared', (event, { db }) => notifyShared(db, event)),
  on('invitation.sent', 'notify-invited', (event, { db }) => notifyInvited(db, event)),
  on('invitation.accepted', 'notify-joined', (event, { db }) => notifyJoined(db, event)),
  on('file.processed', 'notify-processed', (event, { db }) => notifyProcessed(db, event)),
  on('process.failed', 'notify-failed', (event, { db }) => notifyFailed(db, event)),
  on('comment.written', 'notify-commented', (event, { db }) => notifyCommented(db, event)),
  on('access.changed', 'delete-lost-notifications', (event, { db }) => forgetLost(db, event.data.user_ids)),
]
