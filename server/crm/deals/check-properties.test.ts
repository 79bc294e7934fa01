import type { CrmProperty } from '@kaiwa/contract/crm.ts'
import { describe, expect, it } from 'vitest'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { checkProperties, completeStage } from './check-properties.ts'
import type { MasterData } from './master-data.ts'

function property(name: string, rest: Partial<CrmProperty> = {}): CrmProperty {
  const text = { type: 'string', fieldType: 'text' } as const
  return {
    name,
    label: name,
    description: '',
    ...text,
    options: [],
    groupName: 'g',
    displayOrder: 0,
    isCurrency: false,
    ...rest,
  }
}

const data: MasterData = {
  hubspot_id: '1',
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
  pipelines: [
    {
      id: 'new',
      label: '新規',
      stages: [
        { id: 'first', label: '初回' },
        { id: 'won', label: '受注' },
      ],
    },
    { id: 'renewal', label: '更新', stages: [{ id: 'notice', label: '案内' }] },
  ],
  groups: [],
  properties: [
    property('memo', { fieldType: 'textarea' }),
    property('amount', { type: 'number', fieldType: 'number', isCurrency: true }),
    property('rank', { type: 'enumeration', fieldType: 'select', options: [{ label: '高', value: 'high' }] }),
  ],
}

function check(properties: Record<string, string>) {
  const result = checkProperties(data, properties)
  return 'values' in result ? Object.fromEntries(result.values) : result.errors
}

describe('values of a write', () => {
  it.each([
    ['a number in full width', { amount: '３，５００，０００' }, { amount: '3500000' }],
    ['the label of an option', { rank: '高' }, { rank: 'high' }],
    ['an empty text', { memo: '', amount: '' }, { memo: '', amount: '' }],
    ['HTML', { memo: '<b onclick="x()">太字</b>' }, { memo: '<b onclick="x()">太字</b>' }],
    ['emoji and right-to-left', { memo: '👩‍👩‍👧 مرحبا \u202e' }, { memo: '👩‍👩‍👧 مرحبا \u202e' }],
    ['65,536 characters', { memo: 'あ'.repeat(65_536) }, { memo: 'あ'.repeat(65_536) }],
  ])('%s is sent as HubSpot stores it', (_name, sent, stored) => expect(check(sent)).toEqual(stored))

  it.each([
    ['65,537 characters', { memo: 'あ'.repeat(65_537) }, { 'properties.memo': ['max'] }],
    ['words for a number', { amount: '未定' }, { 'properties.amount': ['format'] }],
    ['an unknown option', { rank: '中' }, { 'properties.rank': ['incorrect'] }],
    ['an unknown or read-only property', { hs_object_id: '1' }, { 'properties.hs_object_id': ['incorrect'] }],
    ['a name of the prototype', { constructor: '1' }, { 'properties.constructor': ['incorrect'] }],
    [
      'two wrong ones',
      { amount: 'x', rank: 'x' },
      { 'properties.amount': ['format'], 'properties.rank': ['incorrect'] },
    ],
  ])('%s is refused under its name', (_name, sent, errors) => expect(check(sent)).toEqual(errors))
})

describe('CRM-26 pipeline and stage are written together', () => {
  function complete(values: Record<string, string>, deal: Record<string, string | null>) {
    const read: ProviderDeal = { id: '1', properties: deal, createdAt: '', updatedAt: '' }
    const result = completeStage(data, new Map(Object.entries(values)), read)
    return 'values' in result ? Object.fromEntries(result.values) : result.errors
  }
  const deal = { pipeline: 'new', dealstage: 'first' }

  it.each([
    ['a stage gets its pipeline', { dealstage: 'won' }, deal, { dealstage: 'won', pipeline: 'new' }],
    [
      'a stage of another pipeline moves the deal',
      { dealstage: 'notice' },
      deal,
      { dealstage: 'notice', pipeline: 'renewal' },
    ],
    ['the pipeline of the deal keeps its stage', { pipeline: 'new' }, deal, { pipeline: 'new', dealstage: 'first' }],
    ['another pipeline needs a stage', { pipeline: 'renewal' }, deal, { 'properties.dealstage': ['required'] }],
    [
      'a stage of another pipeline than the given one',
      { pipeline: 'new', dealstage: 'notice' },
      deal,
      { 'properties.dealstage': ['incorrect'] },
    ],
    ['an emptied stage', { dealstage: '' }, deal, { 'properties.dealstage': ['incorrect'] }],
    ['both', { pipeline: 'renewal', dealstage: 'notice' }, deal, { pipeline: 'renewal', dealstage: 'notice' }],
    ['neither', { memo: 'x' }, deal, { memo: 'x' }],
    ['a deal without a stage', { pipeline: 'new' }, {}, { 'properties.dealstage': ['required'] }],
  ])('%s', (_name, values, read, expected) => expect(complete(values, read)).toEqual(expected))
})
