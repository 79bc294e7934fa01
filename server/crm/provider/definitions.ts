// Pipelines and properties of a portal in the form of Kaiwa.
import {
  CRM_VALUE_TYPES,
  type CrmFieldType,
  type CrmValueType,
  PIPELINE_PROPERTY,
  STAGE_PROPERTY,
} from '@kaiwa/contract/crm-words.ts'
import type { ProviderPipeline, ProviderProperty } from './hubspot-api.ts'

export interface SentStage {
  id: string
  label: string
  displayOrder: number
  archived: boolean
}

export interface SentPipeline extends SentStage {
  stages: SentStage[]
}

/** What Kaiwa reads of a property's definition. */
export interface SentProperty {
  name: string
  label: string
  description: string
  type: string
  fieldType: string
  groupName: string
  options: { label: string; value: string; displayOrder?: number; hidden?: boolean }[]
  displayOrder?: number
  hidden?: boolean
  archived?: boolean
  calculated?: boolean
  externalOptions?: boolean
  showCurrencySymbol?: boolean
  numberDisplayHint?: string
  modificationMetadata?: { readOnlyValue?: boolean }
}

const FIELD_TYPES: ReadonlyMap<string, CrmFieldType> = new Map(
  Object.entries<CrmFieldType>({
    text: 'text',
    phonenumber: 'text',
    textarea: 'textarea',
    html: 'textarea',
    select: 'select',
    radio: 'select',
    number: 'number',
    date: 'date',
    booleancheckbox: 'booleancheckbox',
    checkbox: 'checkbox',
  }),
)

/** HubSpot uses -1 for `at the end`. */
function byOrder(a: { displayOrder?: number }, b: { displayOrder?: number }): number {
  const order = ({ displayOrder = -1 }: { displayOrder?: number }): number =>
    displayOrder < 0 ? Infinity : displayOrder
  return order(a) === order(b) ? 0 : order(a) - order(b)
}

function pipelineOf({ id, label, stages }: SentPipeline): ProviderPipeline {
  return {
    id,
    label,
    stages: stages
      .filter((stage) => !stage.archived)
      .toSorted(byOrder)
      .map((stage) => ({ id: stage.id, label: stage.label })),
  }
}

export function pipelinesOf(sent: readonly SentPipeline[]): ProviderPipeline[] {
  return sent
    .filter(({ archived }) => !archived)
    .toSorted(byOrder)
    .map(pipelineOf)
}

/** Stages with a label that several pipelines use are shown with their pipeline. */
function stageOptions(pipelines: readonly ProviderPipeline[]): ProviderProperty['options'] {
  const all = pipelines.flatMap((pipeline) => pipeline.stages.map((stage) => ({ ...stage, pipeline: pipeline.label })))
  const count = new Map<string, number>()
  for (const { label } of all) count.set(label, (count.get(label) ?? 0) + 1)
  return all.map(({ id, label, pipeline }) => ({
    value: id,
    label: count.get(label) === 1 ? label : `${label} (${pipeline})`,
  }))
}

function optionsOf(sent: SentProperty, pipelines: readonly ProviderPipeline[]): ProviderProperty['options'] {
  if (sent.name === PIPELINE_PROPERTY) return pipelines.map(({ id, label }) => ({ value: id, label }))
  if (sent.name === STAGE_PROPERTY) return stageOptions(pipelines)
  return sent.options
    .filter(({ hidden }) => hidden !== true)
    .toSorted(byOrder)
    .map(({ label, value }) => ({ label, value }))
}

function valueTypeOf(type: string): CrmValueType | undefined {
  return type === 'phone_number' ? 'string' : CRM_VALUE_TYPES.find((known) => known === type)
}

/** Null for a property that cannot be written, or whose field Kaiwa does not show. */
function propertyOf(sent: SentProperty, pipelines: readonly ProviderPipeline[]): ProviderProperty | null {
  const fieldType = FIELD_TYPES.get(sent.fieldType)
  const type = valueTypeOf(sent.type)
  const isFixed = sent.modificationMetadata?.readOnlyValue === true || sent.calculated === true
  if (!fieldType || !type || isFixed || sent.hidden === true || sent.archived === true) return null
  const options = optionsOf(sent, pipelines)
  // Options that HubSpot keeps elsewhere, such as owners, are not in the definition.
  if (type === 'enumeration' && options.length === 0) return null
  return {
    name: sent.name,
    label: sent.label,
    description: sent.description ?? '',
    type,
    fieldType,
    options,
    groupName: sent.groupName,
    displayOrder: sent.displayOrder ?? -1,
    isCurrency: type === 'number' && sent.showCurrencySymbol === true,
    ...(type === 'number' && sent.numberDisplayHint === 'percentage' && { isPercent: true }),
  }
}

export function propertiesOf(
  sent: readonly SentProperty[],
  pipelines: readonly ProviderPipeline[],
): ProviderProperty[] {
  return sent
    .toSorted(byOrder)
    .map((property) => propertyOf(property, pipelines))
    .filter((property) => property !== null)
}

export function groupsOf<T extends { displayOrder?: number; archived?: boolean }>(sent: readonly T[]): T[] {
  return sent.filter(({ archived }) => archived !== true).toSorted(byOrder)
}
