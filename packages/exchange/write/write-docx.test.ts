import { expect, it } from 'vitest'
import { partOf } from '../test/archive.ts'
import { block, everything, file, INJECTIONS, mark } from '../test/samples.ts'
import { writeDocx } from './write-docx.ts'

const details = { addedAt: new Date('2026-11-20T15:30:00Z'), editor: '山田 花子' }

it.each([
  ['ja' as const, '2026年11月21日  |  01:00  |  話者：田中、佐藤  |  最終編集者：山田 花子'],
  ['en' as const, 'November 21, 2026  |  01:00  |  Speakers: 田中, 佐藤  |  Last edited by: 山田 花子'],
])(
  'below the title stand date, length, speakers and last editor, on each page its number, in %s',
  async (language, line) => {
    const archive = await writeDocx(file(block('はい')), { ...everything, language }, details)
    const text = partOf(archive, 'word/document.xml')
    expect(text).toMatch(new RegExp(`w:val="Title"/>.*${RegExp.escape(line)}.*はい`, 's'))
    expect(partOf(archive, 'word/footer1.xml')).toMatch(/>PAGE<.* \/ .*>NUMPAGES</s)
    expect(partOf(archive, 'docProps/core.xml')).toContain('<cp:lastModifiedBy>山田 花子</cp:lastModifiedBy>')
  },
)

it('names each speaker in the colour of the speaker, an unknown one in grey', async () => {
  const talk = file(block('はい', { by: 1 }), block('いいえ', { by: 2 }), block('さて', { by: null }))
  const text = partOf(await writeDocx(talk, everything, details), 'word/document.xml')
  const coloured = [...text.matchAll(/<w:b\/>.*?<w:color w:val="(\w+)"\/>.*?<w:t [^>]*>([^<]+)</g)]
  expect(coloured.map(([, colour, name]) => [name, `#${colour}`])).toEqual([
    ['田中', '#0476ca'],
    ['佐藤', '#cc4601'],
    ['話者不明', '#6a7681'],
  ])
})

it('names neither an editor nor speakers where there are none', async () => {
  const archive = await writeDocx(file(block('はい')), { ...everything, speakers: false }, { ...details, editor: null })
  const text = partOf(archive, 'word/document.xml')
  expect(text).toContain('>2026年11月21日  |  01:00<')
})

it('is a document with headings, a Japanese font and shaded passages', async () => {
  const talk = file(
    block('予算は百万円です。', { by: 1, section_name: '予算の話', tags: [mark('百万円', 3)] }),
    block('一行目\n二行目\u0001\ud83d', { by: 2 }),
    ...INJECTIONS.map((text) => block(text)),
  )
  const archive = await writeDocx(talk, everything, details)
  const text = partOf(archive, 'word/document.xml')
  expect(text).toMatch(/<w:pStyle w:val="Title"\/>.*商談.*<w:pStyle w:val="Heading1"\/>.*予算の話/s)
  expect(text).toMatch(/<w:shd [^>]*w:fill="fed4c0"[^>]*\/><\/w:rPr><w:t xml:space="preserve">百万円/)
  expect(text).toMatch(/一行目<\/w:t>.*<w:br\/><w:t xml:space="preserve">二行目\ufffd</s)
  expect(text).not.toMatch(/<script|<img/)
  expect(partOf(archive, 'word/styles.xml')).toMatch(/w:eastAsia="游ゴシック".*w:eastAsia="ja-JP"/s)
})
