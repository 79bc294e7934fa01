import { foldLabel } from './options.ts'

const YES = new Set([
  'true',
  'yes',
  'y',
  'はい',
  'ええ',
  '有',
  '有り',
  'あり',
  'ある',
  '済',
  '済み',
  '○',
  'on',
  'オン',
  'する',
  '必要',
  '可',
])
const NO = new Set([
  'false',
  'no',
  'n',
  'いいえ',
  '無',
  '無し',
  'なし',
  'ない',
  '未',
  '×',
  'off',
  'オフ',
  'しない',
  '不要',
  '不可',
])
const UNKNOWN = new Set(['未定', '不明', 'unknown', 'undecided', 'tbd', 'notdecided', 'n/a'])

/** Null: the text says neither. */
export function readYesNo(text: string): 'true' | 'false' | '' | null {
  const folded = foldLabel(text).replace(/[。.!！]$/, '')
  if (YES.has(folded)) return 'true'
  if (NO.has(folded)) return 'false'
  return UNKNOWN.has(folded) ? '' : null
}
