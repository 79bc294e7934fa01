import { splitBlock, typeText } from '@kaiwa/transcript'
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

describe('starting edit mode', () => {
  it('EDIT-28 is off by default, EDIT-29 requests the lock, EDIT-31 and starts without pending changes and undo history', async () => {
    expect(tab.control.getState().mode).toBe('reading')
    await tab.edit()
    expect(tab.bodiesOf('requestLock')[0]).toMatchObject({ changed_block_uuids: [] })
    expect(tab.session.getState()).toMatchObject({ isEditing: true, isDirty: false, canUndo: false })
  })

  it('EDIT-30 fails while another user edits, shows a message, and stores the lock of that user', async () => {
    tab.server.requestLock = refuseWith('E_LOCKED', 409, { lock: lockOf('佐藤', 4) })
    expect(await tab.control.start()).toBe('locked')
    expect(tab.messages).toEqual([{ kind: 'lockedByOther' }])
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: { by: { name: '佐藤' } } })
    expect(tab.session.getState().isEditing).toBe(false)
  })

  it('asks before taking over from another tab of the same user', async () => {
    tab.server.requestLock = refuseWith('E_CONFLICT', 409, { reason: 'other-tab', lock: lockOf('山田', 4) })
    expect(await tab.control.start()).toBe('elsewhere')
    expect(tab.messages).toEqual([])
  })

  it('releases the lock when the transcript cannot be updated', async () => {
    tab.server.getTranscriptChanges = refuseWith('OFFLINE', 0)
    expect(await tab.control.start()).toBe('failed')
    expect(tab.bodiesOf('releaseLock')).toEqual([{ lock_version: 7 }])
    expect(tab.control.getState().mode).toBe('reading')
  })
})

describe('saving', () => {
  beforeEach(() => tab.edit())

  it('EDIT-40 sends the changes with lock and revision, and accepts typing during the request', async () => {
    tab.type('あ')
    const saved = tab.control.save()
    expect(tab.control.save()).toBe(saved)
    await advanceTime(0)
    tab.type('い')
    expect(await saved).toBe(true)
    expect(tab.bodiesOf('saveBlocks')).toMatchObject([{ revision: 3, lock_version: 7 }])
    expect(tab.session.getState()).toMatchObject({ isDirty: true, saved: { revision: 4 } })
    expect(tab.text()).toBe('いあおはようございます')
  })

  it('EDIT-72 EDIT-59 reports every change 300 ms after the last key, and extends the lock', async () => {
    tab.type('あ')
    await advanceTime(200)
    tab.type('い')
    await advanceTime(299)
    expect(tab.bodiesOf('requestLock')).toHaveLength(1)
    await advanceTime(1)
    const report = { changed_block_uuids: [uuid(1)], lock_version: 7 }
    expect(tab.bodiesOf('requestLock').slice(1)).toEqual([report])
    tab.type('う')
    await advanceTime(300)
    tab.session.undo()
    await advanceTime(300)
    expect(tab.bodiesOf('requestLock').slice(1)).toEqual([report, report, report])
  })

  it('EDIT-72 reports typing without a pause after 30 s', async () => {
    for (let key = 0; key < 150; key += 1) {
      tab.type('あ')
      await advanceTime(200)
    }
    expect(tab.bodiesOf('requestLock')).toHaveLength(1)
    tab.type('あ')
    await advanceTime(100)
    expect(tab.bodiesOf('requestLock')).toHaveLength(2)
  })

  it('EDIT-72 sends one report at a time, and what follows with the next, also after a failure', async () => {
    const accept = tab.server.requestLock
    const gate = Promise.withResolvers<void>()
    tab.server.requestLock = (body) => gate.promise.then(() => accept(body))
    tab.type('あ')
    await advanceTime(300)
    tab.session.edit((document) => typeText(document, { uuid: uuid(2), start: 0, end: 0 }, 'い'))
    await advanceTime(1_000)
    expect(tab.bodiesOf('requestLock').slice(1)).toMatchObject([{ changed_block_uuids: [uuid(1)] }])
    tab.server.requestLock = refuseWith('OFFLINE', 0)
    gate.resolve()
    await advanceTime(0)
    expect(tab.bodiesOf('requestLock').slice(2)).toMatchObject([{ changed_block_uuids: [uuid(2)] }])
    await advanceTime(60_000)
    expect(tab.bodiesOf('requestLock')).toHaveLength(3)
    tab.server.requestLock = accept
    tab.type('う')
    await advanceTime(300)
    const [, , , last] = tab.bodiesOf('requestLock')
    expect(new Set(last?.changed_block_uuids)).toEqual(new Set([uuid(1), uuid(2)]))
  })

  it('EDIT-59 reports a split immediately, together with earlier typing', async () => {
    tab.type('あ')
    tab.session.edit((document) => splitBlock(document, { uuid: uuid(2), offset: 1 }, () => uuid(4)))
    await advanceTime(0)
    const [, report] = tab.bodiesOf('requestLock')
    expect(new Set(report?.changed_block_uuids)).toEqual(new Set([uuid(1), uuid(2), uuid(4)]))
    await advanceTime(1_000)
    expect(tab.bodiesOf('requestLock')).toHaveLength(2)
  })

  it('loses no changes offline, and saves automatically when the network is back', async () => {
    const online = tab.server.saveBlocks
    tab.server.saveBlocks = refuseWith('OFFLINE', 0)
    tab.type('あ')
    expect(await tab.control.save()).toBe(false)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'waiting' })
    await advanceTime(1_000)
    await advanceTime(2_000)
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(3)
    tab.server.saveBlocks = online
    await tab.control.resync()
    await advanceTime(0)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'idle' })
    expect(tab.session.getState().isDirty).toBe(false)
  })

  it('rebases once on what others have saved', async () => {
    const accept = tab.server.saveBlocks
    tab.server.saveBlocks = (body) => {
      tab.server.saveBlocks = accept
      tab.revision = 5
      return refuseWith('E_CONFLICT', 409, { reason: 'revision' })(body)
    }
    tab.type('あ')
    expect(await tab.control.save()).toBe(true)
    expect(tab.bodiesOf('saveBlocks').map(({ revision }) => revision)).toEqual([3, 5])
    expect(tab.text()).toBe('あおはようございます')
  })

  it.each<[string, Parameters<typeof refuseWith>]>([
    ['another save of the same blocks', ['E_CONFLICT', 409, { reason: 'revision' }]],
    ['a block that is not there', ['E_UNPROCESSABLE_ENTITY', 422, { errors: { 'blocks.0.uuid': ['incorrect'] } }]],
  ])('EDIT-54 repeated refusals because of %s are shown and retried, without ending edit mode', async (_, refusal) => {
    const accept = tab.server.saveBlocks
    tab.server.saveBlocks = refuseWith(...refusal)
    tab.lockInRead = lockOf('山田', 7)
    tab.type('あ')
    expect(await tab.control.save()).toBe(false)
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(4)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'contested' })
    expect(tab.messages).toEqual([])
    expect(tab.text()).toBe('あおはようございます')
    tab.server.saveBlocks = accept
    await advanceTime(1_000)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'idle' })
    expect(tab.session.getState().isDirty).toBe(false)
  })

  it('EDIT-11 keeps the undo history when the same transcript is read again', async () => {
    tab.type('あ')
    await tab.control.feed.show(tab.read())
    expect(tab.session.getState()).toMatchObject({ canUndo: true, isDirty: true })
    tab.revision = 4
    await tab.control.feed.show(tab.read())
    expect(tab.text()).toBe('あおはようございます')
    expect(tab.session.getState()).toMatchObject({ isDirty: true, saved: { revision: 4 } })
  })

  it('applies a transcript that arrives during a save after the response to the save', async () => {
    const accept = tab.server.saveBlocks
    const arrival = Promise.withResolvers<void>()
    tab.server.saveBlocks = (body) => {
      const answer = accept(body)
      return arrival.promise.then(() => answer)
    }
    tab.type('あ')
    const saved = tab.control.save()
    await advanceTime(0)
    const shown = tab.control.feed.show(tab.read())
    tab.type('い')
    arrival.resolve()
    await Promise.all([saved, shown])
    expect(tab.text()).toBe('いあおはようございます')
    expect(tab.session.getState()).toMatchObject({ canUndo: true, isDirty: true, saved: { revision: 4 } })
  })

  it('reports a save that the server rejects, and does not retry it', async () => {
    tab.server.saveBlocks = refuseWith('E_UNPROCESSABLE_ENTITY', 422)
    tab.type('あ')
    expect(await tab.control.save()).toBe(false)
    await advanceTime(60_000)
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(1)
    expect(tab.messages).toMatchObject([{ kind: 'notSaved' }])
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'refused' })
  })
})

describe('an edit from a button, key or dialog', () => {
  beforeEach(() => tab.edit())

  it('EDIT-54 of an unknown block shows a message, and reloads the transcript with the pending changes', async () => {
    tab.type('あ')
    const elsewhere = { uuid: uuid(9), start: 0, end: 0 }
    expect(tab.control.edits.run(() => tab.session.edit((current) => typeText(current, elsewhere, 'x')))).toBe(false)
    expect(tab.messages).toEqual([{ kind: 'refused', reason: 'unknown-block' }])
    await advanceTime(0)
    expect(tab.readCount).toBe(1)
    expect(tab.text()).toBe('あおはようございます')
  })

  it('follows a composition in progress, so that undo reverts the composed text', () => {
    const stop = tab.session.onCommitComposition(() => {
      stop()
      tab.type('日本')
    })
    expect(tab.control.edits.run(tab.session.undo)).toBe(true)
    expect(tab.text()).toBe('おはようございます')
  })

  it('passes other errors on', () => {
    const act = () => {
      throw new TypeError('a bug')
    }
    expect(() => tab.control.edits.run(act)).toThrow(TypeError)
  })
})
