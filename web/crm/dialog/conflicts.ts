// Values that changed at HubSpot since the person saw them, and what is written after the person has chosen.
import { NAME_PROPERTY } from '@kaiwa/contract/crm-words.ts'
import type { ApiError } from '../../platform/api-error.ts'
import type { Deal } from '../queries.ts'
import { isSameValue, type Row } from './deal-rows.ts'

export interface Conflict {
  /** Value that was shown, and the one at HubSpot now. */
  base: string | null
  current: string | null
  /** Null until the person has chosen. */
  choice: 'mine' | 'theirs' | null
}
export type Conflicts = ReadonlyMap<string, Conflict>

/** The conflicts of a refused write. Where the person changed nothing, the value of HubSpot stays without a question. */
export function conflictsOf({ body }: ApiError, rows: readonly Row[], former: Conflicts): Map<string, Conflict> {
  const found = (body['conflicts'] ?? []) as { name: string; base: string | null; current: string | null }[]
  const all = new Map(former)
  for (const { name, base, current } of found) {
    const row = rows.find(({ property }) => property.name === name)
    const isUntouched = !row || !row.isChanged || isSameValue(row.property, row.value, current)
    all.set(name, { base, current, choice: isUntouched ? 'theirs' : null })
  }
  return all
}

export function isResolved(conflicts: Conflicts): boolean {
  return [...conflicts.values()].every(({ choice }) => choice !== null)
}

export interface Values {
  properties: Record<string, string>
  base: Record<string, string | null>
  overwrite: Record<string, string | null>
}

/** The entries about properties that are shown: others are not written, and cannot be resolved. */
export function ofRows<T>(all: ReadonlyMap<string, T>, rows: readonly Row[]): ReadonlyMap<string, T> {
  const names = new Set(rows.map(({ property }) => property.name))
  return new Map([...all].filter(([name]) => names.has(name)))
}

/** The choice after a new entry: what a person types is meant to be written, and an entry that is taken back is asked again. */
export function choiceAfterEdit({ choice }: Conflict, text: string | null): Conflict['choice'] {
  if (text !== null) return 'mine'
  return choice === 'theirs' ? 'theirs' : null
}

/** Whether HubSpot still has the options of an unchanged value: a write with one that was removed is refused as a whole. */
function isAccepted({ property, value }: Row): boolean {
  if (value === null || value === '' || property.type !== 'enumeration') return true
  const known = new Set(property.options.map((option) => option.value))
  return (property.fieldType === 'checkbox' ? value.split(';') : [value]).every((one) => known.has(one))
}

/** The name of the deal as it is, for a registration whose ticked values would all be refused. */
function sameName({ name }: Pick<Deal, 'name'>, conflicts: Conflicts): Values {
  const conflict = conflicts.get(NAME_PROPERTY)
  const current = conflict ? (conflict.current ?? '') : name
  return { properties: { [NAME_PROPERTY]: current }, base: { [NAME_PROPERTY]: current }, overwrite: {} }
}

/**
 * The values of a write: those that change, so that a value which the conversation does not support is not written. One that
 * stays if nothing changes and the deal is only registered. All rows must have a value.
 */
export function valuesOf(rows: readonly Row[], conflicts: Conflicts, deal: Pick<Deal, 'name'>): Values {
  const values: Values = { properties: {}, base: {}, overwrite: {} }
  const isTheirs = ({ property }: Row) => conflicts.get(property.name)?.choice === 'theirs'
  const isChanging = (row: Row) => {
    const conflict = conflicts.get(row.property.name)
    if (isTheirs(row)) return false
    return conflict ? !isSameValue(row.property, row.value, conflict.current) : row.isChanged
  }
  const changing = rows.filter(isChanging)
  const registering = rows.filter(isAccepted).slice(0, 1)
  if (changing.length === 0 && registering.length === 0) return sameName(deal, conflicts)
  for (const row of changing.length > 0 ? changing : registering) {
    const { name } = row.property
    const conflict = conflicts.get(name)
    const current = isTheirs(row) ? conflict!.current : row.current
    values.properties[name] = (isTheirs(row) ? current : row.value) ?? ''
    values.base[name] = current
    if (conflict?.choice === 'mine') values.overwrite[name] = conflict.current
  }
  return values
}

/** HubSpot's messages about refused properties, by name. A field can have the prefix of its path in the body. */
export function refusalsOf({ body, fields }: ApiError): Map<string, { code: string; text: string | null }> {
  const texts = (body['messages'] ?? {}) as Record<string, string>
  const found = new Map<string, { code: string; text: string | null }>()
  for (const [field, codes] of Object.entries(fields)) {
    const name = field.replace(/^properties\./, '')
    found.set(name, { code: codes?.[0] ?? 'incorrect', text: texts[name] ?? texts[field] ?? null })
  }
  for (const [name, text] of Object.entries(texts)) if (!found.has(name)) found.set(name, { code: 'refused', text })
  return found
}
