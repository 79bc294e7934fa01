import { on } from '../platform/events/event.ts'
import '../processing/fail-file.ts'
import '../processing/finish-file.ts'
import { forgetLost } from './forget-lost.ts'
import { tellFailed } from './tell-failed.ts'
import { tellInvited } from './tell-invited.ts'
import { tellJoined } from './tell-joined.ts'
import { tellProcessed } from './tell-processed.ts'
import { tellShared } from './tell-shared.ts'

export const reactions = [
  on('item.shared', (event, { db }) => tellShared(db, event)),
  on('invitation.sent', (event, { db }) => tellInvited(db, event)),
  on('invitation.accepted', (event, { db }) => tellJoined(db, event)),
  on('file.processed', (event, { db }) => tellProcessed(db, event)),
  on('process.failed', (event, { db }) => tellFailed(db, event)),
  on('access.changed', (event, { db }) => forgetLost(db, event.data.user_ids)),
]
