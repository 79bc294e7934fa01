// The SQL of the audit log of operators. Rows are only inserted.
import type { OperatorAction, OperatorActionRow, OperatorSubject } from '@kaiwa/contract/admin-console.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { List } from './list-rows.ts'
import { search } from './search.ts'

export type ActionValues = OperatorActionRow['before']

export interface NewAction {
  action: OperatorAction
  subject: OperatorSubject
  subjectId: number
  subjectName: string
  before: ActionValues
  after: ActionValues
}

/** `operatorId` null: a command of the installation. Name and address of the operator are stored as they are now. */
export async function insertAction(trx: Trx, operatorId: number | null, action: NewAction): Promise<void> {
  await sql`
    insert into operator_actions (action, subject, subject_id, subject_name, before, after,
      operator_id, operator_name, operator_email)
    select ${action.action}, ${action.subject}, ${action.subjectId}, ${action.subjectName}, ${jsonb(action.before)},
      ${jsonb(action.after)}, u.id, trim(u.last_name || ' ' || u.first_name), u.email
    from (values (${operatorId}::integer)) actor (id) left join users u on u.id = actor.id
  `.execute(trx)
}

export interface ActionFilters {
  action?: OperatorAction | undefined
  operator_id?: number | undefined
  query?: string | undefined
}

export function actionsBy({ action, operator_id: operator, query }: ActionFilters): List {
  return {
    table: 'operator_actions',
    where: [
      ...(action === undefined ? [] : [sql<boolean>`action = ${action}`]),
      ...(operator === undefined ? [] : [sql<boolean>`operator_id = ${operator}`]),
    ],
    narrow: [search('operator_actions', query)],
  }
}

export async function findActionRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('operator_actions')
    .selectAll()
    .where('id', 'in', [...ids, 0])
    .orderBy('id', 'desc')
    .execute()
}
