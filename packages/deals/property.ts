// A property of a deal as Kaiwa reads and writes it.
import type { CrmFieldType, CrmValueType } from '@kaiwa/contract/crm-words.ts'

export interface Property {
  /** Name at HubSpot. */
  name: string
  label: string
  description: string
  type: CrmValueType
  fieldType: CrmFieldType
  options: readonly { label: string; value: string }[]
  isCurrency: boolean
  /** The number is a share that HubSpot shows as a percentage: 0.3 is 30 %. */
  isPercent?: boolean | undefined
}

/** The fields of a property that determine how its values are shown. */
export type ValueFormat = Pick<Property, 'type' | 'options' | 'isCurrency' | 'isPercent'>

/** Settings of a portal that are needed to read and show its values. */
export interface PortalSettings {
  /** IANA name that the runtime knows: the provider replaces another one by UTC. */
  timeZone: string
  /** ISO 4217; null if unknown. */
  currency: string | null
}
