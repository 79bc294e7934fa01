import type { getDashboard as contract, getOperator as operatorContract } from '@kaiwa/contract/admin-console.ts'
import { findUser } from '../../accounts/store/users.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findFigures } from '../store/dashboard.ts'
import { presentContact } from '../users/present-user.ts'

export const getDashboard: Handler<typeof contract> = (_input, { app: { db } }) => findFigures(db)

/** Lets the page of the console know whether its reader is an operator. */
export const getOperator: Handler<typeof operatorContract> = async (_input, { app: { db }, actor }) => {
  const { id, first_name, last_name, email } = await findUser(db, actor.id)
  return presentContact({ id, first_name, last_name, email })
}
