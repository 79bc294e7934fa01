import type { AdminRequest, listSubscriptionRequests as contract } from '@kaiwa/contract/admin-requests.ts'
import { canBecome } from '../../applications/lifecycle.ts'
import { fullName } from '../../accounts/person.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findPage } from '../store/list-rows.ts'
import { presentContact } from '../users/present-user.ts'
import { findRequestRows, type RequestListRow, requestsBy } from '../store/requests.ts'

export function presentRequest(row: RequestListRow): AdminRequest {
  const status = row.status
  return {
    id: row.id,
    status,
    plan_id: row.plan_id,
    plan_name: row.plan_name,
    payment_type: row.payment_type,
    company_name: row.company_name,
    department_name: row.department_name,
    contact_name: fullName({ first_name: row.contact_first_name, last_name: row.contact_last_name }),
    contact_email: row.contact_email,
    contact_phone: row.contact_phone,
    postal_code: row.postal_code,
    prefecture: row.prefecture,
    city: row.city,
    address_1: row.address_1,
    address_2: row.address_2,
    created_at: row.created_at.toISOString(),
    account: row.account && presentContact(row.account),
    was_signed_in: row.user_id !== null,
    workspace_owner: row.workspace_owner && presentContact(row.workspace_owner),
    can: {
      approve: status === 'created' && canBecome(status, 'approved'),
      reject: status === 'created' && canBecome(status, 'rejected'),
      resend: status === 'wait-setup',
      withdraw: status === 'wait-setup' && canBecome(status, 'rejected'),
    },
  }
}

export const listSubscriptionRequests: Handler<typeof contract> = async (
  { query: { page, ...filters } },
  { app: { db } },
) => {
  const { ids, ...counts } = await findPage(db, requestsBy(filters), page)
  return { data: (await findRequestRows(db, ids)).map(presentRequest), ...counts }
}
