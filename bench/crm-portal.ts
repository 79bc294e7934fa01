// The 20 properties of the two portals of bench C3: label, description, type and options.
import type { PortalSettings, Property } from '@kaiwa/deals/property.ts'

type Texts = readonly [name: string, type: Property['type'], ja: string, jaHelp: string, en: string, enHelp: string]
type Options = readonly (readonly [value: string, ja: string, en: string])[]

const PROPERTIES: readonly Texts[] = [
  ['amount', 'number', '金額', '取引の総額', 'Amount', 'Total amount of the deal'],
  [
    'closedate',
    'datetime',
    'クローズ日',
    '契約を締結する予定の日',
    'Close date',
    'Day on which the deal is expected to be signed',
  ],
  ['budget', 'number', '予算', 'お客様の予算', 'Budget', 'Budget of the customer'],
  [
    'decision_maker',
    'string',
    '決裁者',
    '最終的に決裁する人の名前',
    'Decision maker',
    'Name of the person who decides',
  ],
  [
    'user_count',
    'number',
    '利用人数',
    '製品を利用する人の数',
    'Number of users',
    'How many people will use the product',
  ],
  [
    'contract_months',
    'number',
    '契約期間（月）',
    '契約する期間の月数',
    'Contract term (months)',
    'Length of the contract in months',
  ],
  [
    'start_date',
    'date',
    '利用開始日',
    '製品の利用を開始する日',
    'Go-live date',
    'Day on which the customer starts to use the product',
  ],
  ['next_meeting', 'date', '次回打ち合わせ日', '次の打ち合わせの日', 'Next meeting', 'Day of the next meeting'],
  [
    'contract_end',
    'date',
    '現在の契約終了日',
    '今使っている製品の契約が終わる日',
    'End of current contract',
    'Day on which the current contract of the customer ends',
  ],
  [
    'competitor',
    'enumeration',
    '競合製品',
    '比較している他社の製品',
    'Competitors',
    'Products that the customer compares us with',
  ],
  ['industry', 'enumeration', '業種', 'お客様の業種', 'Industry', 'Industry of the customer'],
  ['lead_source', 'enumeration', '流入経路', '弊社を知ったきっかけ', 'Lead source', 'How the customer heard about us'],
  [
    'trial',
    'bool',
    'トライアル希望',
    'トライアルを希望するか',
    'Trial requested',
    'Whether the customer wants a trial',
  ],
  [
    'security_review',
    'bool',
    'セキュリティ審査',
    'セキュリティ審査が必要か',
    'Security review',
    'Whether a security review is required',
  ],
  ['pain', 'string', '課題', 'お客様が困っていること', 'Challenge', 'The problem that the customer wants to solve'],
  ['next_step', 'string', '次のステップ', 'この後に行うこと', 'Next step', 'What happens next'],
  ['plan', 'enumeration', '検討プラン', 'お客様が選んだプラン', 'Plan', 'Plan that the customer chooses'],
  ['features', 'enumeration', '希望機能', 'お客様が必要とする機能', 'Features', 'Features that the customer needs'],
  ['locations', 'number', '拠点数', '利用する拠点の数', 'Number of locations', 'How many locations the customer has'],
  ['payment', 'enumeration', '支払い方法', '支払いの方法', 'Payment method', 'How the customer pays'],
]

const OPTIONS: Readonly<Record<string, Options>> = {
  competitor: [
    ['northwave', 'ノースウェーブ', 'Northwave'],
    ['minato', 'ミナトソフト', 'Minato Soft'],
    ['greendesk', 'グリーンデスク', 'Greendesk'],
    ['acme', 'アクメ', 'Acme Notes'],
  ],
  industry: [
    ['manufacturing', '製造業', 'Manufacturing'],
    ['retail', '小売業', 'Retail'],
    ['finance', '金融', 'Finance'],
    ['healthcare', '医療', 'Healthcare'],
  ],
  lead_source: [
    ['exhibition', '展示会', 'Trade show'],
    ['website', 'ウェブサイト', 'Website'],
    ['referral', '紹介', 'Referral'],
  ],
  plan: [
    ['basic', 'ベーシックプラン', 'Basic plan'],
    ['standard', 'スタンダードプラン', 'Standard plan'],
    ['premium', 'プレミアムプラン', 'Premium plan'],
  ],
  features: [
    ['diarization', '話者分離', 'Speaker separation'],
    ['translation', 'リアルタイム翻訳', 'Live translation'],
    ['summary', '要約', 'Summaries'],
  ],
  payment: [
    ['invoice', '請求書払い', 'Invoice'],
    ['card', 'クレジットカード', 'Credit card'],
    ['debit', '口座振替', 'Direct debit'],
  ],
}

const SEVERAL = new Set(['competitor', 'features'])
const MONEY = new Set(['amount', 'budget'])
const LONG = new Set(['pain', 'next_step'])

function fieldType(name: string, type: Property['type']): Property['fieldType'] {
  if (type === 'enumeration') return SEVERAL.has(name) ? 'checkbox' : 'select'
  if (type === 'bool') return 'booleancheckbox'
  if (type === 'number') return 'number'
  if (type === 'string') return LONG.has(name) ? 'textarea' : 'text'
  return 'date'
}

export function propertiesOf(language: 'ja' | 'en'): Property[] {
  return PROPERTIES.map(([name, type, ja, jaHelp, en, enHelp]) => ({
    name,
    label: language === 'ja' ? ja : en,
    description: language === 'ja' ? jaHelp : enHelp,
    type,
    fieldType: fieldType(name, type),
    options: (OPTIONS[name] ?? []).map(([value, jaLabel, enLabel]) => ({
      label: language === 'ja' ? jaLabel : enLabel,
      value,
    })),
    isCurrency: MONEY.has(name),
  }))
}

export const PORTALS: Readonly<Record<'ja' | 'en', PortalSettings>> = {
  ja: { timeZone: 'Asia/Tokyo', currency: 'JPY' },
  en: { timeZone: 'America/New_York', currency: 'USD' },
}

/** Days of the recordings. */
export const RECORDED = {
  ja: { year: 2026, month: 1, day: 20 },
  en: { year: 2026, month: 5, day: 12 },
} as const
