// Checks the values of a write as HubSpot does and brings them into the form that it stores: `date` as YYYY-MM-DD, `datetime`
// in ISO 8601 without empty milliseconds. An empty text empties a property.
import { invalidValues, type RefusedValue } from './failure.ts'
import type { Portal, Property } from './portal.ts'

const MAX_LENGTH = 65_536
const DAY_MS = 86_400_000

type Checked = { value: string } | { error: string; message: string }

function wrong(error: string, message: string): Checked {
  return { error, message }
}

/** Milliseconds since 1970; NaN for another form. */
function timeOf(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(text)
    ? Date.parse(text)
    : NaN
}

export function storedInstant(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}

function checkTime(property: Property, text: string): Checked {
  const time = timeOf(text)
  if (!Number.isFinite(new Date(time).getTime()))
    return wrong('INVALID_DATE', `${text} was not a valid ${property.type}.`)
  if (property.type === 'datetime') return { value: storedInstant(time) }
  if (time % DAY_MS !== 0)
    return wrong('INVALID_DATE', `${text} is at ${new Date(time).toISOString().slice(11, -1)} UTC, not midnight!`)
  return { value: new Date(time).toISOString().slice(0, 10) }
}

function allowedOptions(portal: Portal, property: Property): string[] {
  if (property.name === 'pipeline') return portal.pipelines.filter((one) => !one.archived).map(({ id }) => id)
  if (property.name === 'dealstage')
    return portal.pipelines.flatMap(({ stages }) => stages.filter((one) => !one.archived).map(({ id }) => id))
  return property.options.map(({ value }) => value)
}

function checkOptions(portal: Portal, property: Property, text: string): Checked {
  const allowed = allowedOptions(portal, property)
  const values = property.fieldType === 'checkbox' ? text.split(';').filter((value) => value !== '') : [text]
  const unknown = values.find((value) => !allowed.includes(value))
  if (unknown !== undefined)
    return wrong('INVALID_OPTION', `${unknown} was not one of the allowed options: [${allowed.join(', ')}]`)
  return { value: values.join(';') }
}

function checkValue(portal: Portal, property: Property, text: string): Checked {
  if (property.modificationMetadata.readOnlyValue || property.calculated)
    return wrong('READ_ONLY_VALUE', `${property.name} is a read only property; its value cannot be set.`)
  if (text === '') return { value: '' }
  if (text.length > MAX_LENGTH)
    return wrong('VALUE_TOO_LONG', `Property values may have at most ${MAX_LENGTH} characters.`)
  switch (property.type) {
    case 'number':
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)
        ? { value: text }
        : wrong('INVALID_DOUBLE', `${text} was not a valid number.`)
    case 'date':
    case 'datetime':
      return checkTime(property, text)
    case 'bool':
      return text === 'true' || text === 'false'
        ? { value: text }
        : wrong('INVALID_BOOLEAN', `${text} was not a valid boolean.`)
    case 'enumeration':
      return checkOptions(portal, property, text)
    default:
      return { value: text }
  }
}

/** The stage has to belong to the pipeline that the deal has after the write. */
function checkStage(portal: Portal, after: Readonly<Record<string, string>>): RefusedValue[] {
  const { pipeline = '', dealstage = '' } = after
  const known = portal.pipelines.find(({ id }) => id === pipeline)
  if (!known || known.stages.some(({ id }) => id === dealstage)) return []
  return [
    {
      name: 'dealstage',
      error: 'INVALID_OPTION',
      message: `${dealstage} is not a stage of the pipeline ${pipeline}.`,
    },
  ]
}

/** Throws with all values that are refused. */
export function checkValues(
  portal: Portal,
  current: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string | number | boolean | null>>,
): Record<string, string> {
  const refused: RefusedValue[] = []
  const stored: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const property = portal.properties.find((one) => one.name === name)
    const checked = property
      ? checkValue(portal, property, value === null ? '' : String(value))
      : wrong('PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`)
    if ('value' in checked) stored[name] = checked.value
    else refused.push({ name, ...checked })
  }
  if (refused.length === 0 && ('pipeline' in stored || 'dealstage' in stored))
    refused.push(...checkStage(portal, { ...current, ...stored }))
  if (refused.length > 0) throw invalidValues(refused)
  return stored
}
