// Checks the values of a write against the definitions of the portal. Pure.
import { PIPELINE_PROPERTY, STAGE_PROPERTY } from '@kaiwa/contract/crm-words.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { checkValue } from '@kaiwa/deals/check-value.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import type { MasterData } from './master-data.ts'
import { valueOf } from './present-deal.ts'

/** Name → value in the form that HubSpot stores; '' empties a property. */
export type Values = ReadonlyMap<string, string>

type Result = { values: Values } | { errors: FieldErrors }

export function fieldOf(name: string): string {
  return `properties.${name}`
}

function resultOf(values: Values, errors: FieldErrors): Result {
  return Object.keys(errors).length > 0 ? { errors } : { values }
}

/** An unknown property, or one that cannot be written, is not among the definitions. */
export function checkProperties(data: MasterData, properties: Readonly<Record<string, string>>): Result {
  const known = new Map(data.properties.map((property) => [property.name, property]))
  const settings = { timeZone: data.time_zone, currency: data.currency }
  const values = new Map<string, string>()
  const errors: FieldErrors = {}
  for (const [name, input] of Object.entries(properties)) {
    const property = known.get(name)
    const checked = property ? checkValue(property, settings, input) : { problem: 'incorrect' as const }
    if ('value' in checked) values.set(name, checked.value)
    else errors[fieldOf(name)] = [checked.problem]
  }
  return resultOf(values, errors)
}

/**
 * Adds the pipeline to a stage, and the stage to a pipeline: HubSpot takes them together. A stage belongs to the pipeline
 * that is given, else to the deal's own if that has it, else to the first one that does.
 */
export function completeStage(
  { pipelines }: Pick<MasterData, 'pipelines'>,
  values: Values,
  deal: ProviderDeal,
): Result {
  const [given, stage] = [values.get(PIPELINE_PROPERTY), values.get(STAGE_PROPERTY)]
  if (given === undefined && stage === undefined) return { values }
  const own = valueOf(deal, PIPELINE_PROPERTY)
  if (stage === undefined) {
    const current = valueOf(deal, STAGE_PROPERTY)
    const keeps = pipelines.some(({ id, stages }) => id === given && stages.some((one) => one.id === current))
    return current !== null && keeps
      ? { values: new Map([...values, [STAGE_PROPERTY, current]]) }
      : { errors: { [fieldOf(STAGE_PROPERTY)]: ['required'] } }
  }
  const candidates = pipelines.filter(
    ({ id, stages }) => (given === undefined || id === given) && stages.some((one) => one.id === stage),
  )
  const pipeline = candidates.find(({ id }) => id === own) ?? candidates[0]
  return pipeline
    ? { values: new Map([...values, [PIPELINE_PROPERTY, pipeline.id]]) }
    : { errors: { [fieldOf(STAGE_PROPERTY)]: ['incorrect'] } }
}
