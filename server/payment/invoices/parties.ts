// The issuer and the recipient of an invoice, as they were when it was made.
import type { Config } from '../../platform/config.ts'

export interface Issuer {
  name: string
  address: string | null
  phone: string | null
  /** `T` and 13 digits; null for an issuer that is not registered: its invoices are plain ones. */
  registration_number: string | null
  /** Lines that say where to transfer the money. */
  bank: string | null
}

export interface Customer {
  name: string
  department_name: string | null
  contact_name: string
  contact_email: string
  contact_phone: string | null
  postal_code: string | null
  prefecture: string | null
  city: string | null
  address_1: string | null
  address_2: string | null
  /** True for a contract without a company: the customer is the owner of the workspace. */
  is_person: boolean
}

export function issuerOf({ issuer }: Pick<Config, 'issuer'>): Issuer {
  return {
    name: issuer.name,
    address: issuer.address ?? null,
    phone: issuer.phone ?? null,
    registration_number: issuer.registrationNumber ?? null,
    bank: issuer.bank ?? null,
  }
}
