import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { speaker } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { show } from '../test/show.tsx'
import { descriptionWidth } from './description-width.ts'
import { SpeakerList } from './SpeakerList.tsx'
import { speakerRows } from './speaker-rows.ts'

function ignore() {
  return undefined
}

/** The list in a popover of its width, for a block of the second speaker of the file in edit mode. */
async function open(inFile: readonly Speaker[], others: readonly Speaker[]) {
  const screen = await show(
    <div style={{ width: 420 }}>
      <SpeakerList
        id="list"
        rows={speakerRows(inFile, others, '', descriptionWidth)}
        activeId={null}
        currentId={2}
        hasKeys
        onChoose={ignore}
        onEdit={ignore}
      />
    </div>,
    'speakers',
  )
  const list = screen.getByRole('listbox').element()
  /** Heights and texts from top to bottom; a row lies directly below the one before. */
  const rows = () => {
    const parts = [...list.querySelectorAll('[class*=title], [class*=separator], [role=option]')]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .toSorted((a, b) => a.box.top - b.box.top)
    for (const [index, { box }] of parts.entries()) expect(box.top).toBe(parts[index - 1]?.box.bottom ?? box.top)
    return parts.map(({ part, box }) => [
      part.querySelector('[class*=name]')?.textContent ?? part.textContent,
      box.height,
    ])
  }
  /** Lines of the only description, and whether it is cut. */
  const description = () => {
    const text = list.querySelector('[class*=description]')
    if (!text) throw new Error('no description is shown')
    return {
      lines: Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
      isCut: text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth,
    }
  }
  return { rows, description }
}

it('SPK-27 titles are 36 px high, the separator 12, and speakers 48, 56 or 74', async () => {
  const { rows } = await open(
    [
      speaker(1, '佐藤'),
      { ...speaker(2, '鈴木'), description: '営業部' },
      { ...speaker(3, '高橋'), description: '大阪支店の法人営業を担当し、議事録の承認も行います。' },
    ],
    [speaker(4, '田中')],
  )
  expect(rows()).toEqual([
    ['ファイル内の話者', 36],
    ['佐藤', 48],
    ['鈴木', 56],
    ['高橋', 74],
    ['', 12],
    ['その他の話者', 36],
    ['田中', 48],
  ])
})

it.each([
  ['あ'.repeat(24), 56, { lines: 1, isCut: false }],
  ['あ'.repeat(25), 74, { lines: 2, isCut: false }],
  ['あ'.repeat(48), 74, { lines: 2, isCut: false }],
  ['あ'.repeat(255), 74, { lines: 2, isCut: true }],
  ['W'.repeat(40), 74, { lines: 2, isCut: false }],
  ['i'.repeat(80), 56, { lines: 1, isCut: false }],
  ['Head of sales, Osaka branch', 56, { lines: 1, isCut: false }],
  ['Head of sales of the Osaka branch since 2019, also for Kyoto', 74, { lines: 2, isCut: false }],
])(
  'SPK-27 SPK-29 the description %j is in a row of %d px, whose lines are 290 px wide',
  async (text, height, shown) => {
    // The second speaker also has the mark of the current one and a key.
    const { rows, description } = await open([speaker(1, '佐藤'), { ...speaker(2, '鈴木'), description: text }], [])
    expect(rows().at(-1)).toEqual(['鈴木', height])
    expect(description()).toEqual(shown)
  },
)
