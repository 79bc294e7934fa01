import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { START_TIME, lockOf, advanceTime, refuseWith, Tab, uuid } from './test/tab.ts'

let tab: Tab
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: START_TIME })
  tab = new Tab()
})
afterEach(() => {
  tab.control.destroy()
  vi.useRealTimers()
})

describe('ending edit mode', () => {
  beforeEach(() => tab.edit())

  it('EDIT-37 saves, ends and releases the lock', async () => {
    tab.type('あ')
    expect(await tab.control.finish()).toBe(true)
    expect(tab.calls.slice(-2).map(({ name }) => name)).toEqual(['saveBlocks', 'releaseLock'])
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: null })
    expect(await tab.storedDrafts()).toEqual([])
  })

  it('EDIT-38 discards the changes and reloads the transcript', async () => {
    tab.type('あ')
    await advanceTime(400)
    expect(await tab.storedDrafts()).toHaveLength(1)
    await tab.control.discard()
    expect(tab.text()).toBe('おはようございます')
    expect(tab.bodiesOf('saveBlocks')).toEqual([])
    expect(await tab.storedDrafts()).toEqual([])
  })

  it('EDIT-33 saves and ends ten seconds before the lock expires', async () => {
    tab.type('あ')
    await advanceTime(289_000)
    expect(tab.bodiesOf('saveBlocks')).toEqual([])
    await advanceTime(1_500)
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(1)
    expect(tab.messages).toEqual([{ kind: 'expired' }])
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('ignores a response from before the lock was taken', async () => {
    tab.type('あ')
    await tab.control.feed.show(tab.read())
    await advanceTime(0)
    expect(tab.control.getState().mode).toBe('editing')
  })

  it('EDIT-33 does not depend on the wall clock', async () => {
    vi.setSystemTime(START_TIME + 86_400_000)
    await advanceTime(280_000)
    expect(tab.control.getState().mode).toBe('editing')
    await advanceTime(15_000)
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('saves and ends late when it was offline at the expiry of the lock', async () => {
    const online = tab.server.saveBlocks
    tab.server.saveBlocks = refuseWith('OFFLINE', 0)
    tab.type('あ')
    await advanceTime(295_000)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'waiting' })
    tab.server.saveBlocks = online
    await advanceTime(30_000)
    expect(tab.control.getState().mode).toBe('reading')
    expect(tab.session.getState().isDirty).toBe(false)
  })

  it('EDIT-46 ends when the lock is lost, keeps the text as a draft, and reloads the transcript after 1.3 s', async () => {
    tab.server.saveBlocks = refuseWith('E_LOCKED', 409, { lock: lockOf('佐藤', 8) })
    tab.type('あ')
    expect(await tab.control.save()).toBe(false)
    expect(tab.messages).toEqual([{ kind: 'lockedByOther' }])
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: { version: 8 } })
    await advanceTime(1_299)
    expect(tab.text()).toBe('あおはようございます')
    await advanceTime(1)
    expect(tab.text()).toBe('おはようございます')
    expect(tab.control.getState().drafts).toHaveLength(1)
  })

  it('offers a draft, and applies it as a single step that can be undone', async () => {
    tab.server.saveBlocks = refuseWith('E_CONFLICT', 409, { reason: 'lock', lock: null })
    tab.type('あ')
    await tab.control.save()
    await advanceTime(1_300)
    const [draft] = tab.control.getState().drafts
    if (!draft) throw new Error('no draft is offered')
    const lock = () => lockOf('山田', 9)
    tab.server.requestLock = () => ({ lock: lock(), now: new Date(START_TIME).toISOString() })
    tab.server.getTranscriptChanges = tab.changesAnswer(lock)
    await tab.control.applyDraft(draft)
    expect(tab.text()).toBe('あおはようございます')
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', drafts: [] })
    expect(tab.session.undo()).toBe(true)
    expect(tab.text()).toBe('おはようございます')
  })

  it('keeps text typed in a block that an import replaces as a draft', async () => {
    tab.server.saveBlocks = refuseWith('E_CONFLICT', 409, { reason: 'lock', lock: null })
    tab.server.getTranscriptChanges = tab.changesAnswer(() => null)
    tab.type('あ')
    await tab.control.feed.show(tab.imported())
    await advanceTime(0)
    expect(tab.control.getState().mode).toBe('reading')
    const [draft] = await tab.storedDrafts()
    expect(draft?.changes.map(({ after }) => after?.content)).toEqual(['あおはようございます'])
  })

  it('restores a draft of a deleted block as a new block', async () => {
    tab.server.saveBlocks = refuseWith('E_LOCKED', 409, { lock: lockOf('佐藤', 8) })
    tab.type('あ')
    await tab.control.save()
    await tab.control.feed.show(tab.imported())
    await advanceTime(1_300)
    const [draft] = tab.control.getState().drafts
    if (!draft) throw new Error('no draft is offered')
    await tab.control.feed.show(tab.imported())
    await tab.control.applyDraft(draft)
    expect(tab.texts()).toEqual(['あおはようございます', 'こんにちは'])
  })

  describe('during a composition in a block that others delete', () => {
    const compose = () => {
      const stop = tab.session.onCommitComposition((stays) => {
        if (stays(uuid(1))) return
        stop()
        tab.type('日本')
      })
    }

    it('keeps the composition as a draft after an import', async () => {
      tab.server.saveBlocks = refuseWith('E_CONFLICT', 409, { reason: 'lock', lock: null })
      tab.server.getTranscriptChanges = tab.changesAnswer(() => null)
      compose()
      await tab.control.feed.show(tab.imported())
      await advanceTime(0)
      const [draft] = await tab.storedDrafts()
      expect(draft?.changes.map(({ after }) => after?.content)).toEqual(['日本おはようございます'])
    })

    it('does not commit the composition when a reload still has the block', async () => {
      compose()
      tab.revision = 4
      await tab.control.feed.show(tab.read())
      expect(tab.session.getState()).toMatchObject({ isDirty: false, saved: { revision: 4 } })
    })
  })

  describe('during a composition', () => {
    beforeEach(() => {
      const stop = tab.session.onCommitComposition(() => {
        stop()
        tab.type('日本')
      })
    })

    it('saves the composed text', async () => {
      expect(await tab.control.finish()).toBe(true)
      expect(tab.bodiesOf('saveBlocks')).toHaveLength(1)
      expect(tab.session.getState()).toMatchObject({ isEditing: false, isDirty: false })
      expect(tab.text()).toBe('日本おはようございます')
    })

    it.each(['the lock is lost', 'the page is left'])('keeps the composed text in a draft when %s', async (end) => {
      tab.server.getTranscriptChanges = tab.changesAnswer(() => lockOf('佐藤', 8))
      if (end === 'the page is left') tab.control.leave()
      else await tab.control.resync()
      await advanceTime(0)
      const [draft] = await tab.storedDrafts()
      expect(draft?.changes.map(({ after }) => after?.content)).toEqual(['日本おはようございます'])
    })

    it('discards the composed text with the other changes', async () => {
      await tab.control.discard()
      expect(tab.text()).toBe('おはようございます')
      expect(tab.session.getState().isDirty).toBe(false)
    })
  })

  it.each([
    ['with unsaved work', true],
    ['with everything saved', false],
  ])('an import by the same user, %s, is reported as ended elsewhere', async (_, isDirty) => {
    tab.server.saveBlocks = refuseWith('E_CONFLICT', 409, { reason: 'lock', lock: null, is_own: true })
    if (isDirty) tab.type('あ')
    tab.server.getTranscriptChanges = tab.changesAnswer(() => null)
    await tab.control.receiveLock(null)
    await advanceTime(0)
    expect(tab.messages).toEqual([{ kind: 'endedElsewhere' }])
    expect(tab.control.getState().mode).toBe('reading')
    expect(await tab.storedDrafts()).toHaveLength(isDirty ? 1 : 0)
  })

  it('reports a failure to delete a draft', async () => {
    tab.drafts.delete = () => Promise.reject(new Error('the disk is full'))
    await tab.control.deleteDraft({ id: 'x', transcriptId: 9, at: '', changes: [] })
    expect(tab.messages).toMatchObject([{ kind: 'failed' }])
  })

  it('ends when the same user continues in another tab', async () => {
    const taken = lockOf('山田', 8)
    tab.server.getTranscriptChanges = tab.changesAnswer(() => taken)
    await tab.control.receiveLock(taken)
    await advanceTime(0)
    expect(tab.messages).toEqual([{ kind: 'takenOver' }])
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('after sleep past the expiry, saves and ends if no other user took the lock', async () => {
    tab.type('あ')
    tab.server.getTranscriptChanges = tab.changesAnswer(
      () => null,
      () => 900_000,
    )
    await tab.control.resync()
    await advanceTime(0)
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(1)
    expect(tab.messages).toEqual([{ kind: 'expired' }])
  })
})

describe('lock updates', () => {
  it('EDIT-34 asks the server five seconds after the expiry, EDIT-35 and immediately when the lock is cleared', async () => {
    tab.server.getTranscriptChanges = tab.changesAnswer(() => lockOf('佐藤', 4, 20_000))
    await tab.control.resync()
    tab.calls.length = 0
    await advanceTime(24_000)
    expect(tab.bodiesOf('getTranscriptChanges')).toEqual([])
    tab.server.getTranscriptChanges = tab.changesAnswer(() => null)
    await advanceTime(1_500)
    expect(tab.bodiesOf('getTranscriptChanges').length).toBeGreaterThan(0)
    expect(tab.control.getState().lock).toBeNull()
    await tab.control.receiveLock(lockOf('佐藤', 5))
    tab.calls.length = 0
    await tab.control.receiveLock(null)
    await advanceTime(0)
    expect(tab.bodiesOf('getTranscriptChanges')).toHaveLength(1)
  })

  it('RT-07 ignores late messages about its own lock', async () => {
    await tab.edit()
    await tab.control.finish()
    await tab.control.receiveLock(lockOf('山田', 7))
    expect(tab.control.getState().lock).toBeNull()
  })
})
