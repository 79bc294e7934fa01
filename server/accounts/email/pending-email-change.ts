import type { cancelEmailChange as cancelContract, getEmailChange as getContract } from '@kaiwa/contract/profile.ts'
import type { Handler } from '../../platform/http/route.ts'
import { deleteEmailChange, findEmailChange } from '../store/account-tokens.ts'

export const getEmailChange: Handler<typeof getContract> = async (_, { app, actor }) => ({
  new_email: (await findEmailChange(app.db, { userId: actor.id }))?.email ?? null,
})

export const cancelEmailChange: Handler<typeof cancelContract> = async (_, { app, actor }) => {
  await deleteEmailChange(app.db, actor.id)
  return { success: true }
}
