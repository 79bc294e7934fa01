import type { AdminUser } from '@kaiwa/contract/admin-users.ts'
import { fullName } from '../../accounts/person.ts'
import type { UserListRow } from '../store/users.ts'
import * as policy from './policy.ts'

interface PersonFields {
  id: number
  first_name: string
  last_name: string
  email: string
}

/** Name and address, for operators. */
export function presentContact({ id, email, ...names }: PersonFields) {
  return { id, name: fullName(names), email }
}

export function presentUser(row: UserListRow, operator: policy.Operator): AdminUser {
  const subject = { id: row.id, isOperator: row.is_operator, isDisabled: row.is_disabled }
  return {
    id: row.id,
    name: fullName(row),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company === null ? null : { name: row.company },
    is_disabled: row.is_disabled,
    is_operator: row.is_operator,
    is_verified: row.is_verified,
    is_set_password: row.is_set_password,
    created_at: row.created_at.toISOString(),
    workspace: row.workspace && {
      id: row.workspace.id,
      status: row.workspace.status,
      point: row.workspace.point,
      owner: presentContact(row.workspace.owner),
    },
    can: {
      update: true,
      change_credentials: policy.mayChangeCredentials(operator.id, subject),
      add_point: row.workspace?.status === 'active' && policy.mayAddPoints(operator, row.workspace.id),
      enable: policy.mayEnable(operator.id, subject),
      disable: policy.mayDisable(operator.id, subject),
    },
  }
}
