import { describe, expect, it } from 'vitest'
import { paragraphsOf } from '../test/archive.ts'
import { block, everything, file, INJECTIONS } from '../test/samples.ts'
import type { ExportedSummary } from './summary-text.ts'
import { writeDocx } from './write-docx.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeText } from './write-text.ts'

const talk = file(block('予算は百万円です。', { at: 1, until: 3, by: 1 }))

const line = { owner: null, due: null, time: null }
const stored: ExportedSummary = {
  kind: 'stored',
  isOutdated: false,
  groups: [
    { part: 'overview', lines: [{ ...line, text: '導入の\n費用を話した。', time: 61 }] },
    { part: 'decisions', lines: [] },
    { part: 'to_dos', lines: [{ text: '見積もりを送る', owner: '佐藤', due: '金曜日', time: 3661 }] },
  ],
}
const extracted: ExportedSummary = {
  kind: 'extracted',
  groups: [
    { name: '予算', lines: [{ ...line, text: '予算は百万円です。', time: 1 }] },
    { name: '', lines: [{ ...line, text: '以上です。', time: 9 }] },
  ],
}

function join(pieces: Iterable<string>) {
  return [...pieces].join('')
}

describe('a summary', () => {
  it('is written as text, before the transcript and with times', () => {
    expect(join(writeText(talk, everything, stored))).toBe(`商談

【要約】

概要
・導入の 費用を話した。  01:01

ToDo
・見積もりを送る（担当：佐藤、期限：金曜日）  1:01:01

【文字起こし】

田中  00:01
予算は百万円です。
`)
  })

  it('says that it is extracted, or out of date', () => {
    expect(join(writeText(talk, { ...everything, times: false }, extracted))).toContain(
      '【要約】\n自動抽出（AI不使用）：話題ごとの主な発話です。\n\n予算\n・予算は百万円です。\n\n話題\n・以上です。\n',
    )
    expect(join(writeText(talk, { ...everything, language: 'en' }, extracted))).toContain('Extracted without AI')
    expect(join(writeText(talk, everything, { ...stored, isOutdated: true }))).toContain(
      '【要約】\n要約の作成後に、文字起こしが変更されています。\n',
    )
  })

  it('is written as Markdown, where no text becomes markup', () => {
    const markdown = join(writeMarkdown(talk, { ...everything, language: 'en' }, stored))
    expect(markdown).toContain(
      '# 商談\n\n## Summary\n\n### Overview\n\n- 導入の 費用を話した。  01:01\n\n### To-dos\n\n- 見積もりを送る (Assigned to: 佐藤, Due: 金曜日)  1:01:01\n\n## Transcript\n',
    )
    const odd: ExportedSummary = {
      kind: 'extracted',
      groups: [{ name: '# <b>[x](y)', lines: [{ ...line, text: '- [a](https://evil.example)\n## b' }] }],
    }
    expect(join(writeMarkdown(talk, everything, odd))).toContain(
      '\n### \\# \\<b\\>\\[x\\](y)\n\n- \\- \\[a\\](https://evil.example) ## b\n',
    )
  })

  it('is written as a Word document with headings and bullets', async () => {
    const details = { addedAt: new Date('2026-11-20T15:30:00Z'), editor: null, summary: stored }
    const paragraphs = paragraphsOf(await writeDocx(talk, everything, details))
    expect(paragraphs.filter(({ style }) => style !== '')).toEqual([
      { style: 'Title', text: '商談' },
      { style: 'Heading1', text: '要約' },
      { style: 'Heading2', text: '概要' },
      { style: 'ListParagraph', text: '導入の 費用を話した。  01:01' },
      { style: 'Heading2', text: 'ToDo' },
      { style: 'ListParagraph', text: '見積もりを送る（担当：佐藤、期限：金曜日）  1:01:01' },
      { style: 'Heading1', text: '文字起こし' },
    ])
    const hostile: ExportedSummary = {
      kind: 'extracted',
      groups: [{ name: 'x', lines: INJECTIONS.map((text) => ({ ...line, text })) }],
    }
    const archive = await writeDocx(talk, everything, { ...details, summary: hostile })
    expect(paragraphsOf(archive).filter(({ style }) => style === 'ListParagraph')).toHaveLength(INJECTIONS.length)
  })

  it('is above the sections of the transcript, which are one level below its heading', async () => {
    const divided = file({ ...block('予算は百万円です。', { at: 1, until: 3 }), section_name: '費用' })
    expect(join(writeMarkdown(divided, everything, stored))).toContain('\n## 文字起こし\n\n### 費用\n')
    expect(join(writeMarkdown(divided, everything))).toContain('\n## 費用\n')
    const styleOf = async (summary: ExportedSummary | null) => {
      const details = { addedAt: new Date(), editor: null, summary }
      return paragraphsOf(await writeDocx(divided, everything, details)).find(({ text }) => text === '費用')?.style
    }
    expect(await styleOf(stored)).toBe('Heading2')
    expect(await styleOf(null)).toBe('Heading1')
  })

  it('a file without a summary is exported without headings for one', async () => {
    expect(join(writeText(talk, everything))).not.toMatch(/要約|文字起こし/)
    expect(join(writeMarkdown(talk, everything, null))).not.toMatch(/要約|文字起こし/)
    const details = { addedAt: new Date(), editor: null, summary: null }
    expect(paragraphsOf(await writeDocx(talk, everything, details)).map(({ text }) => text)).not.toContain('要約')
  })
})
