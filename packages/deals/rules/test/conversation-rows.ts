// Short conversations as rows of a test: one line a turn, which begins with a letter for its speaker.
import { expect } from 'vitest'
import type { Day } from '../../days.ts'
import type { PortalSettings, Property } from '../../property.ts'
import { findValue } from '../find-value.ts'

export const JA: PortalSettings = { timeZone: 'Asia/Tokyo', currency: 'JPY' }
export const EN: PortalSettings = { timeZone: 'America/New_York', currency: 'USD' }
/** The day of the conversations, a Tuesday. */
export const ON: Day = { year: 2026, month: 1, day: 20 }

export function property(type: Property['type'], label: string, rest: Partial<Property> = {}): Property {
  return { name: 'p', label, description: '', type, fieldType: 'text', options: [], isCurrency: false, ...rest }
}

function select(label: string, options: Readonly<Record<string, string>>, fieldType: Property['fieldType'] = 'select') {
  const list = Object.entries(options).map(([value, name]) => ({ value, label: name }))
  return property('enumeration', label, { fieldType, options: list })
}

/** The value that the rules find. Each quote is literal. */
export function find(of: Property, settings: PortalSettings, turns: readonly string[]): string | null {
  const blocks = turns.map((turn, index) => ({ id: `b${index}`, speaker: turn.slice(0, 1), text: turn.slice(2) }))
  const found = findValue(of, settings, blocks, ON)
  for (const { block, quote } of found?.quotes ?? [])
    expect(blocks.find(({ id }) => id === block)!.text).toContain(quote)
  return found?.value ?? null
}

/** One row: `value` is null where the rules must find none. */
export type Row = [name: string, of: Property, turns: readonly string[], value: string | null]

/** Properties of a Japanese portal. */
export const ja = {
  amount: property('number', '金額', { isCurrency: true }),
  budget: property('number', '予算', { isCurrency: true }),
  users: property('number', '利用人数'),
  sites: property('number', '拠点数'),
  months: property('number', '契約期間（月）'),
  start: property('date', '利用開始日'),
  meeting: property('date', '次回打ち合わせ日'),
  close: property('date', 'クローズ日', { description: '契約を締結する予定の日' }),
  end: property('date', '現在の契約終了日'),
  person: property('string', '決裁者'),
  trial: property('bool', 'トライアル希望'),
  review: property('bool', 'セキュリティ審査'),
  pain: property('string', '課題', { description: 'お客様が困っていること' }),
  next: property('string', '次のステップ'),
  industry: select('業種', { m: '製造業', r: '小売業', f: '金融', h: '医療' }),
  source: select('流入経路', { e: '展示会', w: 'ウェブサイト', r: '紹介' }),
  payment: select('支払い方法', { i: '請求書払い', c: 'クレジットカード', d: '口座振替' }),
  plan: select('検討プラン', { l: 'ライトプラン', p: 'プロプラン' }),
  features: select('希望機能', { d: '話者分離', t: 'リアルタイム翻訳', s: '要約' }, 'checkbox'),
  tools: select('競合製品', { v: 'ボイスログ', s: 'サクラノート' }, 'checkbox'),
}

/** Properties of an English portal. */
export const en = {
  amount: property('number', 'Amount', { isCurrency: true }),
  budget: property('number', 'Budget', { isCurrency: true }),
  users: property('number', 'Number of users'),
  sites: property('number', 'Number of locations'),
  months: property('number', 'Contract term (months)'),
  start: property('date', 'Go-live date'),
  meeting: property('date', 'Next meeting'),
  close: property('date', 'Close date', { description: 'Day on which the deal is expected to be signed' }),
  end: property('date', 'End of current contract'),
  person: property('string', 'Decision maker', { description: 'Name of the person who decides' }),
  trial: property('bool', 'Trial requested'),
  review: property('bool', 'Security review'),
  pain: property('string', 'Challenge'),
  next: property('string', 'Next step'),
  industry: select('Industry', { m: 'Manufacturing', r: 'Retail', f: 'Finance', h: 'Healthcare' }),
  source: select('Lead source', { e: 'Trade show', w: 'Website', r: 'Referral' }),
  payment: select('Payment method', { i: 'Invoice', c: 'Credit card', d: 'Direct debit' }),
  plan: select('Plan', { l: 'Light plan', p: 'Pro plan' }),
  features: select('Features', { d: 'Speaker separation', t: 'Live translation', s: 'Summaries' }, 'checkbox'),
  tools: select('Competitors', { v: 'VoiceLog', s: 'Sakura Notes' }, 'checkbox'),
}
