// Values of a portal, a deal and a generation, by the contract.
import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { CrmMaster, CrmProperty } from '@kaiwa/contract/crm.ts'
import type { CrmGeneration, CrmValue } from '@kaiwa/contract/crm-deals.ts'
import type { FileDeal } from '../queries.ts'

export const AT = '2026-11-26T03:04:05.000Z'
export const FILE = 5
export const DEAL = '901'

export function property(name: string, label: string, more: Partial<CrmProperty> = {}): CrmProperty {
  return {
    name,
    label,
    description: '',
    type: 'string',
    fieldType: 'text',
    options: [],
    groupName: 'dealinformation',
    displayOrder: 0,
    isCurrency: false,
    ...more,
  }
}

export const PROPERTIES = [
  property('amount', '金額', { type: 'number', fieldType: 'number', isCurrency: true }),
  property('closedate', 'クローズ日', { type: 'date', fieldType: 'date' }),
  property('kickoff', '開始日時', { type: 'datetime', fieldType: 'date' }),
  property('dealstage', '取引ステージ', { type: 'enumeration', fieldType: 'select' }),
  property('pipeline', 'パイプライン', { type: 'enumeration', fieldType: 'select' }),
  property('kessaisha', '決裁者', { groupName: 'people' }),
  property('kyougou', '競合', {
    type: 'enumeration',
    fieldType: 'checkbox',
    groupName: 'people',
    options: [
      { value: 'a', label: 'エー社' },
      { value: 'b', label: 'ビー社' },
      { value: 'c', label: 'シー社' },
    ],
  }),
  property('nda', '秘密保持契約', { type: 'bool', fieldType: 'booleancheckbox', groupName: 'people' }),
]

export function master(more: Partial<CrmMaster> = {}): CrmMaster {
  return {
    hubspot_id: '12345',
    time_zone: 'Asia/Tokyo',
    currency: 'JPY',
    pipelines: [
      {
        id: 'default',
        label: '営業パイプライン',
        stages: [
          { id: 's1', label: 'アポ獲得' },
          { id: 's2', label: '提案' },
        ],
      },
      { id: 'renewal', label: '更新', stages: [{ id: 'r1', label: '更新の確認' }] },
    ],
    groups: [
      { name: 'dealinformation', label: '取引情報', propertyCount: 5 },
      { name: 'people', label: '関係者', propertyCount: 3 },
      { name: 'empty', label: '空のグループ', propertyCount: 0 },
    ],
    properties: PROPERTIES,
    setting_properties: [],
    fetched_at: AT,
    is_outdated: false,
    is_due: false,
    ...more,
  }
}

export function citation(number: number, more: Partial<Citation> = {}): Citation {
  const place = { file_id: FILE, project_id: 3, file_title: '商談', block_uuid: 'A' }
  return { number, ...place, quote: `引用${number}`, range: { start: 0, end: 3 }, time: 65, speaker: '田中', ...more }
}

export function value(name: string, more: Partial<CrmValue> = {}): CrmValue {
  const { label = name } = PROPERTIES.find((one) => one.name === name) ?? {}
  return { name, label, status: 'ready', previous: null, value: null, reason: '', citations: [], ...more }
}

export function generation(values: CrmValue[], more: Partial<CrmGeneration> = {}): CrmGeneration {
  return {
    id: 71,
    project_file_id: FILE,
    deal_id: DEAL,
    status: 'finished',
    error: null,
    model: 'openai_gpt4o',
    values,
    created_at: AT,
    ...more,
  }
}

export const REGISTERED: NonNullable<FileDeal['deal']> = {
  deal_name: '全社導入',
  hubspot_id: '12345',
  deal_id: DEAL,
  pipeline_label: '営業パイプライン',
  stage_label: 'アポ獲得',
  url: 'https://app.hubspot.com/contacts/12345/record/0-3/901',
  registered_by: { id: 1, name: '山田', avatar: null },
  registered_at: AT,
}
