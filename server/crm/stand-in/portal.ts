// The definitions of a stand-in portal: account, pipelines, property groups and properties, in the form of HubSpot's API.

export interface Stage {
  id: string
  label: string
  displayOrder: number
  archived: boolean
  metadata: { isClosed: string; probability: string }
}

export interface Pipeline {
  id: string
  label: string
  displayOrder: number
  archived: boolean
  stages: Stage[]
}

export interface Group {
  name: string
  label: string
  displayOrder: number
  archived: boolean
}

export interface Option {
  label: string
  value: string
  displayOrder: number
  hidden: boolean
}

export interface Property {
  name: string
  label: string
  description: string
  type: string
  fieldType: string
  groupName: string
  displayOrder: number
  options: Option[]
  hidden: boolean
  calculated: boolean
  externalOptions: boolean
  hasUniqueValue: boolean
  formField: boolean
  hubspotDefined: boolean
  showCurrencySymbol?: boolean
  modificationMetadata: { archivable: boolean; readOnlyDefinition: boolean; readOnlyValue: boolean }
}

export interface Portal {
  id: string
  name: string
  timeZone: string
  currency: string
  pipelines: Pipeline[]
  groups: Group[]
  properties: Property[]
}
