import type { acceptInvitation as contract } from '@kaiwa/contract/sharing.ts'
import { hashToken } from '../../accounts/tokens.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findInvitedItem, presentInvitedItem } from '../store/invited-items.ts'
import { join } from './join.ts'

/** Accepts an invitation by its token. Returns the item to open. Refuses with E_NOT_FOUND. */
export const acceptInvitation: Handler<typeof contract> = async ({ body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const item = await findInvitedItem(trx, await join(trx, { hash: hashToken(body.token) }, actor.id))
    if (!item) throw new Refusal('E_NOT_FOUND')
    return { item: presentInvitedItem(item, actor.locale) }
  })
