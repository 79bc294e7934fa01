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
    summary: {
      title: '要約',
      transcript: '文字起こし',
      parts: { overview: '概要', decisions: '決定事項', to_dos: 'ToDo' },
      owner: '担当',
      due: '期限',
      brackets: ['（', '）'],
      topic: '話題',
      extracted: '自動抽出（AI不使用）：話題ごとの主な発話です。',
      outdated: '要約の作成後に、文字起こしが変更されています。',
    },
  },
  en: {
    nobody: 'Unknown speaker',
    columns: { start: 'Start', end: 'End', speaker: 'Speaker', section: 'Section', text: 'Text', tags: 'Tags' },
    between: ': ',
    list: ', ',
    people: 'Speakers',
    editor: 'Last edited by',
    summary: {
      title: 'Summary',
      transcript: 'Transcript',
      parts: { overview: 'Overview', decisions: 'Decisions', to_dos: 'To-dos' },
      owner: 'Assigned to',
      due: 'Due',
      brackets: [' (', ')'],
      topic: 'Topic',
      extracted: 'Extracted without AI: main passages by topic.',
      outdated: 'The transcript was changed after this summary was written.',
    },
  },
} as const
