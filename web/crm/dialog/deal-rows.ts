// The rows of the preview: for each selected property the current value, the proposed one and the entry of the person.
// Pure functions over what was loaded and chosen.
import { PIPELINE_PROPERTY, STAGE_PROPERTY } from '@kaiwa/contract/crm-words.ts'
import { checkValue } from '@kaiwa/deals/check-value.ts'
import type { Property } from '@kaiwa/deals/property.ts'
import type { Deal, Generation, Master } from '../queries.ts'
import { settingsOf } from '../use-value-text.ts'

export type Problem = 'format' | 'incorrect' | 'max'
type Proposed = Generation['values'][number]

export interface Row {
  property: Property
  /** Value at HubSpot; null for none. */
  current: string | null
  /** Of the shown generation; null if it does not have this property. */
  proposed: Proposed | null
  /** The value that the person typed; null if they did not change it. */
  edit: string | null
  /** The value to write, in the form that HubSpot stores; null while the entry is wrong. */
  value: string | null
  problem: Problem | null
  isChanged: boolean
}

/** The two names are selected together (CRM-26). */
const TOGETHER: readonly string[] = [PIPELINE_PROPERTY, STAGE_PROPERTY]

/** The selection after a property was ticked or unticked. */
export function toggleProperty(selected: ReadonlySet<string>, name: string, known: ReadonlySet<string>): Set<string> {
  const next = new Set(selected)
  const names = TOGETHER.includes(name) ? TOGETHER.filter((one) => known.has(one)) : [name]
  for (const one of names) {
    if (selected.has(name)) next.delete(one)
    else next.add(one)
  }
  return next
}

/** A selection of the setting, with both properties of the stage or none. */
export function completeSelection(names: readonly string[], known: ReadonlySet<string>): Set<string> {
  const selected = new Set(names.filter((name) => known.has(name)))
  if (TOGETHER.some((name) => selected.has(name))) for (const name of TOGETHER) if (known.has(name)) selected.add(name)
  return selected
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

export interface PropertyFilter {
  group: string
  words: string
  onlySelected: boolean
}

/** Properties of a group ('' for all) whose label or name contains the words. */
export function filterProperties(
  { properties }: Master,
  selected: ReadonlySet<string>,
  { group, words, onlySelected }: PropertyFilter,
): Master['properties'] {
  const wanted = normalised(words.trim())
  return properties.filter(
    ({ name, label, groupName }) =>
      (group === '' || groupName === group) &&
      (!onlySelected || selected.has(name)) &&
      (wanted === '' || normalised(`${label}\n${name}`).includes(wanted)),
  )
}

/** Pipeline and stage get the options of the pipelines: the portal's properties do not say which stage belongs where. */
function withOptions(property: Property, master: Master, pipeline: string | null): Property {
  if (property.name === PIPELINE_PROPERTY)
    return {
      ...property,
      fieldType: 'select',
      options: master.pipelines.map(({ id, label }) => ({ value: id, label })),
    }
  if (property.name !== STAGE_PROPERTY) return property
  const stages = master.pipelines.find(({ id }) => id === pipeline)?.stages ?? []
  return { ...property, fieldType: 'select', options: stages.map(({ id, label }) => ({ value: id, label })) }
}

function isInstant({ type }: Property): boolean {
  return type === 'date' || type === 'datetime'
}

function timeOf(value: string): number {
  return /^-?\d+$/.test(value) ? Number(value) : Date.parse(value)
}

/** Whether two stored values mean the same: an instant has several forms, an order of options has no meaning. */
export function isSameValue(property: Property, left: string | null, right: string | null): boolean {
  const [a, b] = [left ?? '', right ?? '']
  if (a === b) return true
  if (a === '' || b === '') return false
  if (isInstant(property)) return timeOf(a) === timeOf(b)
  if (property.type === 'number') return Number(a) === Number(b)
  if (property.fieldType === 'checkbox') return a.split(';').toSorted().join(';') === b.split(';').toSorted().join(';')
  return false
}

interface Sources {
  master: Master
  deal: Deal
  generation: Generation | null
  selected: ReadonlySet<string>
  edits: ReadonlyMap<string, string>
}

function rowOf(property: Property, { master, deal, generation, edits }: Sources): Row {
  const current = deal.properties[property.name]?.value ?? null
  const proposed = generation?.values.find(({ name }) => name === property.name) ?? null
  const edit = edits.get(property.name) ?? null
  const base = { property, current, proposed, edit }
  const checked =
    edit === null
      ? { value: (proposed?.status === 'ready' ? proposed.value : null) ?? current ?? '' }
      : edit.trim() === ''
        ? { value: '' }
        : checkValue(property, settingsOf(master), edit)
  if ('problem' in checked) return { ...base, value: null, problem: checked.problem, isChanged: true }
  const { value } = checked
  return { ...base, value, problem: null, isChanged: !isSameValue(property, current, value) }
}

/** The stage of another pipeline than the one of the deal, where neither a person nor the generation chose one: its first. */
function stageOf(row: Row, pipeline: string | null, deal: Deal): Row {
  const [first] = row.property.options
  const isKnown = row.property.options.some(({ value }) => value === row.value)
  if (row.edit !== null || !first || isKnown || pipeline === deal.pipeline) return row
  return { ...row, value: first.value, isChanged: first.value !== row.current }
}

/** One row for each selected property, in the order of the portal. */
export function rowsOf(sources: Sources): Row[] {
  const { master, selected } = sources
  const chosen = master.properties.filter(({ name }) => selected.has(name))
  const pipelineProperty = chosen.find(({ name }) => name === PIPELINE_PROPERTY)
  const pipeline = pipelineProperty
    ? rowOf(withOptions(pipelineProperty, master, null), sources).value
    : sources.deal.pipeline
  return chosen.map((property) => {
    const row = rowOf(withOptions(property, master, pipeline), sources)
    return property.name === STAGE_PROPERTY ? stageOf(row, pipeline, sources.deal) : row
  })
}

function isFound({ proposed }: Row): boolean {
  return proposed?.status === 'ready' && proposed.value !== null
}

/** Names of the properties with a generated value: these are what a person checks. */
export function foundNames(rows: readonly Row[]): string[] {
  return rows.filter(isFound).map(({ property }) => property.name)
}

/** The named rows first. The order is fixed when an answer arrives, so that no row moves while a person types. */
export function inFront(rows: readonly Row[], names: readonly string[]): readonly Row[] {
  const first = names.flatMap((name) => rows.filter(({ property }) => property.name === name))
  return [...first, ...rows.filter((row) => !first.includes(row))]
}

/** The entries after one was changed. A stage of another pipeline than the chosen one is replaced by its first stage. */
export function changeEntry(
  edits: ReadonlyMap<string, string>,
  master: Master,
  name: string,
  text: string | null,
): Map<string, string> {
  const next = new Map(edits)
  if (text === null) next.delete(name)
  else next.set(name, text)
  if (name !== PIPELINE_PROPERTY) return next
  const first = text === null ? undefined : master.pipelines.find(({ id }) => id === text)?.stages[0]
  if (first) next.set(STAGE_PROPERTY, first.id)
  else next.delete(STAGE_PROPERTY)
  return next
}
