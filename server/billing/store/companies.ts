// The SQL of companies: a contract refers to the company as it was when it was made or changed.
import type { Trx } from '../../platform/database/database.ts'

export interface CompanyFields {
  name: string
  department_name?: string | null
  contact_last_name: string
  contact_first_name: string
  contact_email: string
  contact_phone: string
  postal_code: string
  prefecture: string
  city: string
  address_1: string
  address_2?: string | null
}

/** Returns the id of the new row. Rows are never changed. */
export async function insertCompany(trx: Trx, company: CompanyFields): Promise<number> {
  const { id } = await trx
    .insertInto('companies')
    .values({
      name: company.name,
      department_name: company.department_name ?? null,
      contact_last_name: company.contact_last_name,
      contact_first_name: company.contact_first_name,
      contact_email: company.contact_email,
      contact_phone: company.contact_phone,
      postal_code: company.postal_code,
      prefecture: company.prefecture,
      city: company.city,
      address_1: company.address_1,
      address_2: company.address_2 ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
