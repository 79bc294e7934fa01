import { speaker } from '@kaiwa/transcript/test/factories.ts'
import { describe, expect, it } from 'vitest'
import { listWindow, scrollToRow, topsOf } from '../ui/list-window.ts'
import { rowHeight, speakerRows } from './speaker-rows.ts'

const sato = speaker(1, '佐藤')
const data = speaker(2, 'データ太郎')
const smith = speaker(3, 'Ｓｍｉｔｈ')
const inFile = [sato, data]
const others = [smith]

/** As if every character were 12 px wide. */
function widthOf(description: string) {
  return description.length * 12
}

function shown(term: string) {
  return speakerRows(inFile, others, term, widthOf).map((row) =>
    row.kind === 'speaker' ? `${row.digit ?? ''}${row.speaker.name}` : row.kind === 'title' ? `[${row.group}]` : '—',
  )
}

describe('rows of the popover', () => {
  it('SPK-02 are the speakers of the file, then the others', () => {
    expect(shown('')).toEqual(['[inFile]', '1佐藤', '2データ太郎', '—', '[others]', 'Ｓｍｉｔｈ'])
  })

  it.each([
    ['佐', ['[inFile]', '1佐藤']],
    ['ﾃﾞｰﾀ', ['[inFile]', '2データ太郎']],
    ['smith', ['[others]', 'Ｓｍｉｔｈ']],
    ['  佐藤　', ['[inFile]', '1佐藤']],
    ['誰', []],
  ])('SPK-03 SPK-04 %j finds %j', (term, expected) => expect(shown(term)).toEqual(expected))

  it('SPK-27 are 36 (title), 12 (separator) and 48 (name only) high', () => {
    expect(speakerRows(inFile, others, '', widthOf).map(({ height }) => height)).toEqual([36, 48, 48, 12, 36, 48])
  })

  it.each([
    [null, 48],
    ['  ', 48],
    ['営業部', 56],
    [`  ${'あ'.repeat(24)} `, 56],
    ['あ'.repeat(25), 74],
    ['あ'.repeat(255), 74],
  ])('SPK-27 SPK-29 a description %j gives a row of %d', (description, height) =>
    expect(rowHeight({ description }, widthOf)).toBe(height),
  )

  it('assigns keys to the first nine speakers of the file', () => {
    const many = Array.from({ length: 12 }, (_, index) => speaker(index + 1, `話者${index + 1}`))
    const digits = speakerRows(many, [], '', widthOf).flatMap((row) => (row.kind === 'speaker' ? [row.digit] : []))
    expect(digits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null, null, null])
  })
})

describe('virtualised list', () => {
  const tops = topsOf([36, 48, 48, 12, 36, 48, 48, 48])
  it.each([
    [0, 100, 0, 4],
    [36, 48, 0, 3],
    [150, 60, 3, 7],
    [400, 100, 7, 8],
  ])('from %d px, %d high: rows %d to %d', (scrolled, height, from, to) =>
    expect(listWindow(tops, scrolled, height)).toMatchObject({ from, to }),
  )

  it('an empty list renders nothing', () => expect(listWindow(topsOf([]), 0, 292)).toMatchObject({ from: 0, to: 0 }))

  it.each([
    [0, 50, 0],
    [1, 40, 36],
    [5, 0, 128],
    [5, 130, 130],
  ])('row %d is made visible from %d by scrolling to %d', (row, scrolled, expected) =>
    expect(scrollToRow(tops, row, scrolled, 100)).toBe(expected),
  )
})
