import type { ExportPart } from '@kaiwa/contract/exchange-formats.ts'

/** Which parts an export contains, and the language of added labels. */
export type WriteOptions = Readonly<Record<ExportPart, boolean>> & { readonly language: 'ja' | 'en' }

export const labels = {
  ja: {
    nobody: '話者不明',
    columns: { start: '開始', end: '終了', speaker: '話者', section: 'セクション', text: '本文', tags: 'タグ' },
    between: '：',
    list: '、',
    people: '話者',
    editor: '最終編集者',
  },
  en: {
    nobody: 'Unknown speaker',
    columns: { start: 'Start', end: 'End', speaker: 'Speaker', section: 'Section', text: 'Text', tags: 'Tags' },
    between: ': ',
    list: ', ',
    people: 'Speakers',
    editor: 'Last edited by',
  },
} as const
