// Short forms for the definitions of a stand-in portal.
import type { Group, Option, Pipeline, Property, Stage } from '../portal.ts'

export function stage(id: string, label: string, probability: number, isClosed = false) {
  return { id, label, metadata: { isClosed: String(isClosed), probability: probability.toFixed(1) } }
}

export function pipeline(id: string, label: string, stages: readonly Omit<Stage, 'displayOrder' | 'archived'>[]) {
  return (displayOrder: number): Pipeline => ({
    id,
    label,
    displayOrder,
    archived: false,
    stages: stages.map((one, index) => ({ ...one, displayOrder: index, archived: false })),
  })
}

export function group(name: string, label: string) {
  return (displayOrder: number): Group => ({ name, label, displayOrder, archived: false })
}

export function options(labels: Readonly<Record<string, string>>): Option[] {
  return Object.entries(labels).map(([value, label], displayOrder) => ({ label, value, displayOrder, hidden: false }))
}

export const YES_NO = options({ true: 'はい', false: 'いいえ' })

type Changes = Partial<Omit<Property, 'modificationMetadata'>> & { isReadOnly?: boolean }

/** `kind`: type and field type, such as `number/number`. */
export function property(
  name: string,
  label: string,
  kind: string,
  groupName: string,
  description: string,
  changes: Changes = {},
) {
  const [type = 'string', fieldType = 'text'] = kind.split('/')
  const { isReadOnly = false, ...rest } = changes
  return (displayOrder: number): Property => ({
    name,
    label,
    description,
    type,
    fieldType,
    groupName,
    displayOrder,
    options: type === 'bool' ? YES_NO : [],
    hidden: false,
    calculated: false,
    externalOptions: false,
    hasUniqueValue: false,
    formField: false,
    hubspotDefined: false,
    modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyValue: isReadOnly },
    ...rest,
  })
}

export function inOrder<T>(items: readonly ((order: number) => T)[]): T[] {
  return items.map((item, index) => item(index))
}
