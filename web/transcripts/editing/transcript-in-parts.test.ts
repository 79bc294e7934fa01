// A page shows the first part of a long transcript while the others arrive.
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { typeText } from '@kaiwa/transcript'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReadTranscript } from '../read-transcript.ts'
import { advanceTime, lockOf, START_TIME, Tab } from './test/tab.ts'

const LONG = Array.from({ length: 900 }, (_, index) => block(`block-${index}`, index, `${index}`))

/** A tab that opens with blocks 300 to 363 of 900. */
class TabOfParts extends Tab {
  override read(): ReadTranscript {
    return { ...this.readRange(300, 364), isPartial: true }
  }

  readRange(from: number, to: number): ReadTranscript {
    const blocks = LONG.slice(from, to)
    const { transcript, ...read } = super.read()
    return {
      ...read,
      blocks: Object.fromEntries(blocks.map((one) => [one.uuid, one])),
      transcript: { ...transcript, block_order: blocks.map((one) => one.uuid) },
    }
  }

  whole = () => this.readRange(0, LONG.length)
}

let tab: TabOfParts
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: START_TIME })
  tab = new TabOfParts()
})
afterEach(() => {
  tab.control.destroy()
  vi.useRealTimers()
})

const contents = LONG.map(({ content }) => content)

describe('a transcript that arrives in parts', () => {
  it('is complete and saved after the last part, in slices with a continuous text', async () => {
    expect(tab.texts()).toEqual(contents.slice(300, 364))
    const lengths: number[] = []
    const unsubscribe = tab.session.subscribe(({ state: { document } }) => {
      const texts = [...document.blocks].map(({ content }) => content)
      const start = contents.indexOf(texts[0]!)
      expect(texts).toEqual(contents.slice(start, start + texts.length))
      lengths.push(texts.length)
    })
    await tab.control.feed.show(tab.whole())
    unsubscribe()
    expect(tab.texts()).toEqual(contents)
    expect(lengths).toHaveLength(5)
    expect(tab.session.getState()).toMatchObject({ isDirty: false, canUndo: false, saved: { revision: 3 } })
  })

  it('EDIT-29 edit mode begins when all parts are there', async () => {
    const lock = () => lockOf('山田', 7, performance.now() + 300_000)
    tab.server.getTranscriptChanges = tab.changesAnswer(lock)
    const started = tab.control.start()
    await advanceTime(5_000)
    expect(tab.control.getState().mode).toBe('starting')
    expect(tab.session.getState().isEditing).toBe(false)
    await tab.control.feed.show(tab.whole())
    expect(await started).toBe('editing')
    tab.session.edit((document) => typeText(document, { uuid: 'block-899', start: 0, end: 0 }, 'あ'))
    expect(tab.texts().at(-1)).toBe('あ899')
  })

  it('requests changes only once after the last part, also with several callers', async () => {
    const asked = Promise.all([tab.control.resync(), tab.control.resync()])
    await tab.control.feed.show(tab.whole())
    await asked
    expect(tab.bodiesOf('getTranscriptChanges')).toHaveLength(1)
    await tab.control.resync()
    expect(tab.bodiesOf('getTranscriptChanges')).toHaveLength(2)
  })

  it('RT-07 the save of another user is applied after the last part', async () => {
    const section = [{ block_uuid: 'block-2', section_name: '予算' }]
    const changes = { blocks: [], insert: [], delete: [], speaker: [], section }
    const received = tab.control.feed.receive({ revision: 4, changes })
    await advanceTime(5_000)
    expect(tab.session.getState().saved.revision).toBe(3)
    await tab.control.feed.show(tab.whole())
    await received
    expect(tab.session.getState().saved.revision).toBe(4)
    expect(tab.session.getState().document.blocks.get('block-2')?.section_name).toBe('予算')
    expect(tab.readCount).toBe(0)
  })

  it('a later revision replaces the first part, when the parts had to be requested again', async () => {
    tab.revision = 5
    await tab.control.feed.show(tab.whole())
    expect(tab.texts()).toEqual(contents)
    expect(tab.session.getState().saved.revision).toBe(5)
  })

  it('reads no further after the page was left', async () => {
    const shown = tab.control.feed.show(tab.whole())
    tab.control.destroy()
    await shown
    expect(tab.texts().length).toBeLessThan(contents.length)
  })
})
