import { on } from '../platform/events/subscription.ts'
import { forgetLost } from './forget-lost.ts'
import { notifyFailed } from './notify-failed.ts'
import { notifyInvited } from './notify-invited.ts'
import { notifyJoined } from './notify-joined.ts'
import { notifyProcessed } from './notify-processed.ts'
import { notifyShared } from './notify-shared.ts'

export const subscriptions = [
  on('item.shared', 'notify-shared', (event, { db }) => notifyShared(db, event)),
  on('invitation.sent', 'notify-invited', (event, { db }) => notifyInvited(db, event)),
  on('invitation.accepted', 'notify-joined', (event, { db }) => notifyJoined(db, event)),
  on('file.processed', 'notify-processed', (event, { db }) => notifyProcessed(db, event)),
  on('process.failed', 'notify-failed', (event, { db }) => notifyFailed(db, event)),
  on('access.changed', 'delete-lost-notifications', (event, { db }) => forgetLost(db, event.data.user_ids)),
]
