import type { Month } from '@kaiwa/money/days.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Customer } from '../invoices/parties.ts'
import type { StoredContract } from './contracts.ts'
import { readCompanies, readOwners } from './store/contracts.ts'

/** The customer of a contract in a month: its company, or the owner of the workspace if it has none. */
export type CustomerOf = (contract: StoredContract, month: Month) => Customer

function companyIn({ companies }: StoredContract, month: Month): number | null {
  return (companies.findLast(({ from }) => from <= month) ?? companies[0])?.companyId ?? null
}

export async function readCustomers(trx: Trx, contracts: readonly StoredContract[]): Promise<CustomerOf> {
  const ids = contracts.flatMap(({ companies }) => companies.flatMap(({ companyId }) => companyId ?? []))
  const companies = new Map((await readCompanies(trx, [...new Set(ids)])).map((row) => [row.id, row]))
  const owners = await readOwners(
    trx,
    contracts.flatMap((one) => (one.companies.some(({ companyId }) => companyId === null) ? one.subscriptionId : [])),
  )
  const ownerOf = new Map(owners.map((row) => [row.subscription_id, row]))
  return (contract, month) => {
    const company = companies.get(companyIn(contract, month) ?? 0)
    if (company) {
      const { id: _, ...customer } = company
      return { ...customer, is_person: false }
    }
    const owner = ownerOf.get(contract.subscriptionId)
    return {
      name: owner?.name ?? '',
      department_name: null,
      contact_name: owner?.name ?? '',
      contact_email: owner?.email ?? '',
      contact_phone: null,
      postal_code: null,
      prefecture: null,
      city: null,
      address_1: null,
      address_2: null,
      is_person: true,
    }
  }
}
