import { describe, expect, it } from 'vitest'
import { groupsOf, pipelinesOf, propertiesOf, type SentPipeline, type SentProperty } from './definitions.ts'

function sent(changes: Partial<SentProperty> = {}): SentProperty {
  return {
    name: 'p',
    label: 'P',
    description: '',
    type: 'string',
    fieldType: 'text',
    groupName: 'g',
    options: [],
    displayOrder: 1,
    ...changes,
  }
}

function stage(id: string, label: string, displayOrder: number, archived = false) {
  return { id, label, displayOrder, archived }
}

const pipelines: SentPipeline[] = [
  { ...stage('b', '更新', 1), stages: [stage('b1', '提案', 0)] },
  { ...stage('a', '新規', 0), stages: [stage('a2', '受注', 1), stage('a1', '提案', 0), stage('a3', '旧', 2, true)] },
  { ...stage('c', '廃止', 2, true), stages: [] },
]
const options = [
  { label: 'B', value: 'b', displayOrder: 1 },
  { label: 'A', value: 'a', displayOrder: 0 },
  { label: 'hidden', value: 'h', displayOrder: 2, hidden: true },
]

describe('definitions of a portal', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'does not show the field type %s',
    (fieldType) => {
      expect(propertiesOf([sent({ fieldType })], [])).toEqual([])
    },
  )

  it('puts pipelines and stages in order and leaves archived ones out', () => {
    expect(pipelinesOf(pipelines)).toEqual([
      {
        id: 'a',
        label: '新規',
        stages: [
          { id: 'a1', label: '提案' },
          { id: 'a2', label: '受注' },
        ],
      },
      { id: 'b', label: '更新', stages: [{ id: 'b1', label: '提案' }] },
    ])
  })

  it.each([
    ['string', 'text', 'string', 'text'],
    ['string', 'textarea', 'string', 'textarea'],
    ['string', 'html', 'string', 'textarea'],
    ['string', 'phonenumber', 'string', 'text'],
    ['phone_number', 'phonenumber', 'string', 'text'],
    ['number', 'number', 'number', 'number'],
    ['date', 'date', 'date', 'date'],
    ['datetime', 'date', 'datetime', 'date'],
    ['bool', 'booleancheckbox', 'bool', 'booleancheckbox'],
    ['enumeration', 'booleancheckbox', 'enumeration', 'booleancheckbox'],
    ['enumeration', 'select', 'enumeration', 'select'],
    ['enumeration', 'radio', 'enumeration', 'select'],
    ['enumeration', 'checkbox', 'enumeration', 'checkbox'],
  ])('%s/%s is shown as %s/%s', (type, fieldType, shownType, shownField) => {
    const [property] = propertiesOf([sent({ type, fieldType, options })], [])
    expect(property).toMatchObject({ type: shownType, fieldType: shownField })
  })

  it.each<[string, Partial<SentProperty>]>([
    ['hidden', { hidden: true }],
    ['archived', { archived: true }],
    ['calculated', { calculated: true }],
    ['read-only', { modificationMetadata: { readOnlyValue: true } }],
    ['a file', { fieldType: 'file' }],
    ['an equation', { type: 'number', fieldType: 'calculation_equation' }],
    ['of an unknown type', { type: 'object_coordinates' }],
    ['a list whose options are elsewhere', { type: 'enumeration', fieldType: 'select', externalOptions: true }],
    ['a list with hidden options only', { type: 'enumeration', fieldType: 'select', options: options.slice(2) }],
  ])('leaves out what is %s', (_name, changes) => {
    expect(propertiesOf([sent(changes)], [])).toEqual([])
  })

  it('puts options in order without hidden ones', () => {
    const [property] = propertiesOf([sent({ type: 'enumeration', fieldType: 'select', options })], [])
    expect(property?.options).toEqual([
      { label: 'A', value: 'a' },
      { label: 'B', value: 'b' },
    ])
  })

  it('takes the options of pipeline and stage from the pipelines, a stage of two names with its pipeline', () => {
    const external = { type: 'enumeration', fieldType: 'select', externalOptions: true }
    const [pipeline, dealstage] = propertiesOf(
      [sent({ ...external, name: 'pipeline' }), sent({ ...external, name: 'dealstage', fieldType: 'radio' })],
      pipelinesOf(pipelines),
    )
    expect(pipeline?.options).toEqual([
      { value: 'a', label: '新規' },
      { value: 'b', label: '更新' },
    ])
    expect(dealstage?.options).toEqual([
      { value: 'a1', label: '提案 (新規)' },
      { value: 'a2', label: '受注' },
      { value: 'b1', label: '提案 (更新)' },
    ])
  })

  it('knows amounts of money by their symbol', () => {
    const shown = propertiesOf(
      [
        sent({ type: 'number', fieldType: 'number', showCurrencySymbol: true }),
        sent({ type: 'number', fieldType: 'number' }),
      ],
      [],
    )
    expect(shown.map(({ isCurrency }) => isCurrency)).toEqual([true, false])
  })

  it('knows percentages by their hint', () => {
    const shown = propertiesOf(
      [
        sent({ type: 'number', fieldType: 'number', numberDisplayHint: 'percentage' }),
        sent({ type: 'number', fieldType: 'number', numberDisplayHint: 'formatted' }),
      ],
      [],
    )
    expect(shown.map(({ isPercent }) => isPercent)).toEqual([true, undefined])
  })

  it('puts an order of -1 last', () => {
    const shown = propertiesOf(
      [
        sent({ name: 'last', displayOrder: -1 }),
        sent({ name: 'second', displayOrder: 5 }),
        sent({ name: 'first', displayOrder: 0 }),
      ],
      [],
    )
    expect(shown.map(({ name }) => name)).toEqual(['first', 'second', 'last'])
    expect(groupsOf([{ displayOrder: -1 }, { displayOrder: 0 }, { displayOrder: 1, archived: true }])).toEqual([
      { displayOrder: 0 },
      { displayOrder: -1 },
    ])
  })
})
