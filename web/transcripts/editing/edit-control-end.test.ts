import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BEGIN, lockOf, pass, refuse, Tab, uuid } from './test/tab.ts'

let tab: Tab
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: BEGIN })
  tab = new Tab()
})
afterEach(() => {
  tab.control.destroy()
  vi.useRealTimers()
})

describe('ending', () => {
  beforeEach(() => tab.edit())

  it('EDIT-37 saves, ends and gives the lock back', async () => {
    tab.type('あ')
    expect(await tab.control.finish()).toBe(true)
    expect(tab.calls.slice(-2).map(({ name }) => name)).toEqual(['saveBlocks', 'releaseLock'])
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: null })
    expect(await tab.draftsKept()).toEqual([])
  })

  it('EDIT-38 drops the changes and reads the transcript anew', async () => {
    tab.type('あ')
    await pass(400)
    expect(await tab.draftsKept()).toHaveLength(1)
    await tab.control.discard()
    expect(tab.text()).toBe('おはようございます')
    expect(tab.named('saveBlocks')).toEqual([])
    expect(await tab.draftsKept()).toEqual([])
  })

  it('EDIT-33 saves ten seconds before the lock ends, and ends', async () => {
    tab.type('あ')
    await pass(289_000)
    expect(tab.named('saveBlocks')).toEqual([])
    await pass(1_500)
    expect(tab.named('saveBlocks')).toHaveLength(1)
    expect(tab.told).toEqual([{ kind: 'expired' }])
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('an answer from before the lock was taken ends nothing', async () => {
    tab.type('あ')
    await tab.control.feed.show(tab.read())
    await pass(0)
    expect(tab.control.getState().mode).toBe('editing')
  })

  it('EDIT-33 whatever the wall clock does', async () => {
    vi.setSystemTime(BEGIN + 86_400_000)
    await pass(280_000)
    expect(tab.control.getState().mode).toBe('editing')
    await pass(15_000)
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('ends after its time when it was offline then, with everything saved', async () => {
    const online = tab.server.saveBlocks
    tab.server.saveBlocks = refuse('OFFLINE', 0)
    tab.type('あ')
    await pass(295_000)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'waiting' })
    tab.server.saveBlocks = online
    await pass(30_000)
    expect(tab.control.getState().mode).toBe('reading')
    expect(tab.session.getState().isDirty).toBe(false)
  })

  it('EDIT-46 a lost lock ends it, the text stays as a draft, and the page is refreshed after 1.3 s', async () => {
    tab.server.saveBlocks = refuse('E_LOCKED', 409, { lock: lockOf('佐藤', 8) })
    tab.type('あ')
    expect(await tab.control.save()).toBe(false)
    expect(tab.told).toEqual([{ kind: 'lockedByOther' }])
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: { version: 8 } })
    await pass(1_299)
    expect(tab.text()).toBe('あおはようございます')
    await pass(1)
    expect(tab.text()).toBe('おはようございます')
    expect(tab.control.getState().drafts).toHaveLength(1)
  })

  it('offers a draft back, and puts it on as one step that can be undone', async () => {
    tab.server.saveBlocks = refuse('E_CONFLICT', 409, { reason: 'lock', lock: null })
    tab.type('あ')
    await tab.control.save()
    await pass(1_300)
    const [draft] = tab.control.getState().drafts
    if (!draft) throw new Error('no draft is offered')
    const lock = () => lockOf('山田', 9)
    tab.server.requestLock = () => ({ lock: lock(), now: new Date(BEGIN).toISOString() })
    tab.server.getTranscriptChanges = tab.news(lock)
    await tab.control.applyDraft(draft)
    expect(tab.text()).toBe('あおはようございます')
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', drafts: [] })
    expect(tab.session.undo()).toBe(true)
    expect(tab.text()).toBe('おはようございます')
  })

  it('what was typed in a block that an import has replaced stays as a draft', async () => {
    tab.server.saveBlocks = refuse('E_CONFLICT', 409, { reason: 'lock', lock: null })
    tab.server.getTranscriptChanges = tab.news(() => null)
    tab.type('あ')
    await tab.control.feed.show(tab.imported())
    await pass(0)
    expect(tab.control.getState().mode).toBe('reading')
    const [draft] = await tab.draftsKept()
    expect(draft?.changes.map(({ after }) => after?.content)).toEqual(['あおはようございます'])
  })

  it('a draft of a block that is gone comes back as a block of its own', async () => {
    tab.server.saveBlocks = refuse('E_LOCKED', 409, { lock: lockOf('佐藤', 8) })
    tab.type('あ')
    await tab.control.save()
    await tab.control.feed.show(tab.imported())
    await pass(1_300)
    const [draft] = tab.control.getState().drafts
    if (!draft) throw new Error('no draft is offered')
    await tab.control.feed.show(tab.imported())
    await tab.control.applyDraft(draft)
    expect(tab.texts()).toEqual(['あおはようございます', 'こんにちは'])
  })

  describe('while a text is being composed in a block that others take away', () => {
    const compose = () => {
      const stop = tab.session.onSettle((stays) => {
        if (stays(uuid(1))) return
        stop()
        tab.type('日本')
      })
    }

    it('an import leaves it as a draft', async () => {
      tab.server.saveBlocks = refuse('E_CONFLICT', 409, { reason: 'lock', lock: null })
      tab.server.getTranscriptChanges = tab.news(() => null)
      compose()
      await tab.control.feed.show(tab.imported())
      await pass(0)
      const [draft] = await tab.draftsKept()
      expect(draft?.changes.map(({ after }) => after?.content)).toEqual(['日本おはようございます'])
    })

    it('a reading that has the block leaves it alone', async () => {
      compose()
      tab.revision = 4
      await tab.control.feed.show(tab.read())
      expect(tab.session.getState()).toMatchObject({ isDirty: false, saved: { revision: 4 } })
    })
  })

  describe('while a text is being composed', () => {
    beforeEach(() => {
      const stop = tab.session.onSettle(() => {
        stop()
        tab.type('日本')
      })
    })

    it('saves it as well', async () => {
      expect(await tab.control.finish()).toBe(true)
      expect(tab.named('saveBlocks')).toHaveLength(1)
      expect(tab.session.getState()).toMatchObject({ isEditing: false, isDirty: false })
      expect(tab.text()).toBe('日本おはようございます')
    })

    it.each(['the lock is lost', 'the page is left'])('keeps it in a draft when %s', async (end) => {
      tab.server.getTranscriptChanges = tab.news(() => lockOf('佐藤', 8))
      if (end === 'the page is left') tab.control.leave()
      else await tab.control.check()
      await pass(0)
      const [draft] = await tab.draftsKept()
      expect(draft?.changes.map(({ after }) => after?.content)).toEqual(['日本おはようございます'])
    })

    it('drops it with the rest', async () => {
      await tab.control.discard()
      expect(tab.text()).toBe('おはようございます')
      expect(tab.session.getState().isDirty).toBe(false)
    })
  })

  it.each([
    ['with unsaved work', true],
    ['with everything saved', false],
  ])('an import of the same person, %s, is no other user and no expiry', async (_, isDirty) => {
    tab.server.saveBlocks = refuse('E_CONFLICT', 409, { reason: 'lock', lock: null, is_own: true })
    if (isDirty) tab.type('あ')
    tab.server.getTranscriptChanges = tab.news(() => null)
    await tab.control.announced(null)
    await pass(0)
    expect(tab.told).toEqual([{ kind: 'endedElsewhere' }])
    expect(tab.control.getState().mode).toBe('reading')
    expect(await tab.draftsKept()).toHaveLength(isDirty ? 1 : 0)
  })

  it('what cannot be done with a draft is told', async () => {
    tab.drafts.drop = () => Promise.reject(new Error('the disk is full'))
    await tab.control.dropDraft({ id: 'x', transcriptId: 9, at: '', changes: [] })
    expect(tab.told).toMatchObject([{ kind: 'failed' }])
  })

  it('hears that the same person went on in another tab', async () => {
    const taken = lockOf('山田', 8)
    tab.server.getTranscriptChanges = tab.news(() => taken)
    await tab.control.announced(taken)
    await pass(0)
    expect(tab.told).toEqual([{ kind: 'takenOver' }])
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('a machine that slept past the end saves late, when nobody took the lock, and ends', async () => {
    tab.type('あ')
    tab.server.getTranscriptChanges = tab.news(
      () => null,
      () => 900_000,
    )
    await tab.control.check()
    await pass(0)
    expect(tab.named('saveBlocks')).toHaveLength(1)
    expect(tab.told).toEqual([{ kind: 'expired' }])
  })
})

describe('watching', () => {
  it('EDIT-34 asks five seconds after a lock should have ended, EDIT-35 and at once when it is cleared', async () => {
    tab.server.getTranscriptChanges = tab.news(() => lockOf('佐藤', 4, 20_000))
    await tab.control.check()
    tab.calls.length = 0
    await pass(24_000)
    expect(tab.calls).toEqual([])
    tab.server.getTranscriptChanges = tab.news(() => null)
    await pass(1_500)
    expect(tab.named('getTranscriptChanges').length).toBeGreaterThan(0)
    expect(tab.control.getState().lock).toBeNull()
    await tab.control.announced(lockOf('佐藤', 5))
    tab.calls.length = 0
    await tab.control.announced(null)
    await pass(0)
    expect(tab.named('getTranscriptChanges')).toHaveLength(1)
  })

  it('RT-07 takes no notice of late messages about its own lock', async () => {
    await tab.edit()
    await tab.control.finish()
    await tab.control.announced(lockOf('山田', 7))
    expect(tab.control.getState().lock).toBeNull()
  })
})
