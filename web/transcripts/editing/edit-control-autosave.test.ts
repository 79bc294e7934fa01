import { netChangesBetween, typeText } from '@kaiwa/transcript'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import { START_TIME, advanceTime, iso, lockOf, refuseWith, Tab, uuid } from './test/tab.ts'

// Edit mode with its draft on the server. `tab.server` answers; fake time passes only in `advanceTime`.

let tab: Tab
beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    now: START_TIME,
  })
  tab = new Tab()
  await tab.edit()
})
afterEach(() => {
  tab.control.destroy()
  vi.useRealTimers()
})

function autosaves() {
  return tab.bodiesOf('saveDraft')
}

function savedAt() {
  return tab.control.getState().draftSavedAt
}

function typeIn(last: number, text: string) {
  return tab.session.edit((document) => typeText(document, { uuid: uuid(last), start: 0, end: 0 }, text))
}

describe('autosave', () => {
  it('stores pending changes every ten seconds, and nothing while nothing is pending', async () => {
    await advanceTime(30_000)
    expect(autosaves()).toEqual([])
    tab.type('あ')
    await advanceTime(10_000)
    expect(autosaves()).toMatchObject([
      { since: 0, revision: 3, put: [{ uuid: uuid(1), content: 'あおはようございます' }] },
    ])
    expect(savedAt()).toBe(iso(40_000))
    await advanceTime(30_000)
    expect(autosaves()).toHaveLength(1)
  })

  it('EDIT-41 leaves the changes unsaved: readers do not have them yet', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    expect(tab.session.getState().isDirty).toBe(true)
    expect(tab.bodiesOf('saveBlocks')).toEqual([])
  })

  it('sends only the blocks that changed since the last autosave', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    typeIn(2, 'い')
    await advanceTime(10_000)
    tab.session.undo()
    await advanceTime(10_000)
    expect(autosaves().map(({ since, put, revert }) => [since, put?.map((one) => one.uuid), revert])).toEqual([
      [0, [uuid(1)], []],
      [1, [uuid(2)], []],
      [2, [], [uuid(2)]],
    ])
  })

  it('sends everything again after an autosave whose response was lost, and when the server has another version', async () => {
    tab.type('あ')
    tab.server.saveDraft = refuseWith('OFFLINE', 0)
    await advanceTime(10_000)
    expect(savedAt()).toBeNull()
    tab.server.saveDraft = () => ({ version: 5, saved_at: iso(0) })
    await advanceTime(10_000)
    expect(autosaves().at(-1)).toMatchObject({ since: 0, put: [{ uuid: uuid(1) }] })
    typeIn(2, 'い')
    tab.server.saveDraft = ({ since }) => {
      if (since !== 0) throw new ApiError('E_CONFLICT', 409, { error: 'E_CONFLICT', reason: 'draft' })
      return { version: 1, saved_at: iso(0) }
    }
    await advanceTime(10_000)
    expect(
      autosaves()
        .slice(-2)
        .map(({ since, put }) => [since, put?.map((one) => one.uuid)]),
    ).toEqual([
      [5, [uuid(2)]],
      [0, [uuid(1), uuid(2)]],
    ])
  })

  it('sends only what is missing after an autosave that failed', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    typeIn(2, 'い')
    tab.server.saveDraft = refuseWith('OFFLINE', 0)
    await advanceTime(10_000)
    tab.server.saveDraft = () => ({ version: 2, saved_at: iso(0) })
    await advanceTime(10_000)
    const bodies = autosaves().map(({ since, put }) => [since, put?.map((one) => one.uuid)])
    expect(bodies).toEqual([
      [0, [uuid(1)]],
      [1, [uuid(2)]],
      [1, [uuid(2)]],
    ])
  })

  it('asks the server again when everything was undone after an autosave whose response was lost', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    typeIn(2, 'い')
    tab.server.saveDraft = refuseWith('OFFLINE', 0)
    await advanceTime(10_000)
    tab.session.undo()
    tab.server.saveDraft = refuseWith('E_CONFLICT', 409, { error: 'E_CONFLICT', reason: 'draft' })
    await advanceTime(10_000)
    expect(
      autosaves()
        .slice(-2)
        .map(({ since, put }) => [since, put?.map((one) => one.uuid)]),
    ).toEqual([
      [1, []],
      [0, [uuid(1)]],
    ])
  })

  it.each([
    ['a server error', new ApiError('E_INTERNAL', 500)],
    ['a draft that is too large', new ApiError('E_BODY_TOO_LARGE' as never, 413)],
    ['a refused draft', new ApiError('E_UNPROCESSABLE_ENTITY', 422)],
  ])(
    'after %s, tries less and less often, no longer says that a draft is saved, and loses nothing',
    async (_, error) => {
      tab.type('あ')
      await advanceTime(10_000)
      expect(savedAt()).toBe(iso(10_000))
      typeIn(2, 'い')
      tab.server.saveDraft = () => {
        throw error
      }
      await advanceTime(200_000)
      expect(savedAt()).toBeNull()
      // At 10, 20, 40, 80, 140 and 200 s.
      expect(autosaves()).toHaveLength(7)
      expect((await tab.storedDrafts())[0]?.changes.map(({ after }) => after?.content)).toEqual([
        'あおはようございます',
        'いはい',
      ])
      tab.server.saveDraft = () => ({ version: 2, saved_at: iso(0) })
      await advanceTime(60_000)
      expect(savedAt()).toBe(iso(0))
      typeIn(2, 'う')
      await advanceTime(10_000)
      expect(autosaves()).toHaveLength(9)
    },
  )

  it('offline, tries every ten seconds and does not say that a draft is saved', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    typeIn(2, 'い')
    tab.server.saveDraft = refuseWith('OFFLINE', 0)
    await advanceTime(60_000)
    expect([savedAt(), autosaves().length, tab.control.getState().mode]).toEqual([null, 7, 'editing'])
  })

  it('EDIT-46 learns from a refused autosave that another person has the lock; the text is kept', async () => {
    tab.type('あ')
    const lock = lockOf('佐藤', 8)
    tab.server.saveDraft = refuseWith('E_LOCKED', 409, { error: 'E_LOCKED', lock })
    tab.server.getTranscriptChanges = tab.changesAnswer(() => lock)
    await advanceTime(10_000)
    expect([tab.control.getState().mode, tab.messages]).toEqual(['reading', [{ kind: 'lockedByOther' }]])
    expect((await tab.storedDrafts())[0]?.changes.map(({ after }) => after?.content)).toEqual(['あおはようございます'])
  })

  it('fetches the changes of others before it stores a block that they have changed', async () => {
    tab.type('あ')
    tab.server.saveDraft = refuseWith('E_CONFLICT', 409, { error: 'E_CONFLICT', reason: 'revision' })
    const before = tab.bodiesOf('getTranscriptChanges').length
    await advanceTime(10_000)
    expect(tab.bodiesOf('getTranscriptChanges')).toHaveLength(before + 1)
    expect(tab.control.getState().mode).toBe('editing')
  })

  it('EDIT-40 a save ends the draft; a later change begins another one', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    expect(await tab.control.save()).toBe(true)
    expect(savedAt()).toBeNull()
    typeIn(2, 'い')
    await advanceTime(10_000)
    expect(autosaves().at(-1)).toMatchObject({ since: 0, revision: 4, put: [{ uuid: uuid(2) }] })
  })

  it('EDIT-40 a save does not wait for a running autosave', async () => {
    let signal: AbortSignal | undefined
    tab.onCall = (name, options) => {
      if (name !== 'saveDraft') return undefined
      signal = options?.signal
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason as Error)))
    }
    tab.type('あ')
    await advanceTime(10_000)
    expect(await tab.control.save()).toBe(true)
    expect(signal?.aborted).toBe(true)
  })

  it('EDIT-37 finishing does not wait for a running autosave either, and deletes what it may still store', async () => {
    tab.onCall = (name, options) => {
      if (name !== 'saveDraft') return undefined
      return new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)),
      )
    }
    tab.type('あ')
    await advanceTime(10_000)
    expect(await tab.control.finish()).toBe(true)
    expect(tab.calls.map(({ name }) => name).filter((name) => /Draft$|saveBlocks|release/.test(name))).toEqual([
      'saveDraft',
      'saveBlocks',
      'deleteDraft',
      'releaseLock',
    ])
  })

  it('EDIT-40 an aborted autosave that reaches the server after the save is replaced by the next one', async () => {
    tab.onCall = (name, options) => {
      if (name !== 'saveDraft') return undefined
      tab.onCall = () => undefined
      return new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)),
      )
    }
    tab.type('あ')
    typeIn(2, 'い')
    await advanceTime(10_000)
    tab.session.undo()
    expect(await tab.control.save()).toBe(true)
    await advanceTime(10_000)
    expect(autosaves().at(-1)).toMatchObject({ since: 0, put: [], delete: [], revert: [] })
    expect(autosaves()).toHaveLength(2)
  })

  it('EDIT-38 discarding deletes the draft on the server before the lock is released', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    tab.calls.length = 0
    await tab.control.discard()
    expect(tab.calls.map(({ name }) => name).filter((name) => /Draft$|release/.test(name))).toEqual([
      'deleteDraft',
      'releaseLock',
    ])
    expect([tab.control.getState().mode, tab.text()]).toEqual(['reading', 'おはようございます'])
  })

  it('EDIT-38 when the draft cannot be deleted, edit mode continues with a message and nothing is lost', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    tab.server.deleteDraft = refuseWith('OFFLINE', 0)
    await tab.control.discard()
    expect(tab.control.getState().mode).toBe('editing')
    expect([tab.text(), tab.messages]).toEqual(['あおはようございます', [{ kind: 'failed', error: expect.anything() }]])
    typeIn(2, 'い')
    await advanceTime(10_000)
    expect(autosaves().at(-1)).toMatchObject({ put: [{ uuid: uuid(2) }] })
  })

  it('finishing deletes the draft of changes that were undone since', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    tab.session.undo()
    await tab.control.finish()
    expect(tab.bodiesOf('deleteDraft')).toHaveLength(1)
    expect(tab.control.getState().mode).toBe('reading')
  })

  it('without a draft on the server, finishing and discarding delete none', async () => {
    tab.type('あ')
    await tab.control.finish()
    await tab.edit()
    tab.type('あ')
    await tab.control.discard()
    expect(tab.bodiesOf('deleteDraft')).toEqual([])
  })

  it('EDIT-46 the draft stays on the server when another person has taken the lock', async () => {
    tab.type('あ')
    await advanceTime(10_000)
    await tab.control.receiveLock(lockOf('佐藤', 8))
    tab.server.getTranscriptChanges = tab.changesAnswer(() => lockOf('佐藤', 8))
    await tab.control.resync()
    await advanceTime(60_000)
    expect(tab.bodiesOf('deleteDraft')).toEqual([])
    expect(autosaves()).toHaveLength(1)
  })
})

it.each([
  ['the tab asks for changes first', () => tab.control.resync()],
  ['an autosave comes first', () => advanceTime(10_000)],
])(
  'EDIT-33 after the expiry has published the draft, text that was undone since does not return: %s',
  async (_, wake) => {
    tab.type('あ')
    typeIn(2, 'いい')
    await advanceTime(10_000)
    // The machine sleeps. Before that, one change was undone and another one made.
    tab.session.undo()
    tab.type('う')
    tab.blocks[uuid(1)] = { ...tab.blocks[uuid(1)]!, content: 'あおはようございます', terms: [] }
    tab.blocks[uuid(2)] = { ...tab.blocks[uuid(2)]!, content: 'いいはい', terms: [] }
    tab.revision = 4
    tab.lockInRead = lockOf('山田', 7)
    tab.server.getTranscriptChanges = () => ({
      ...(tab.changesAnswer(() => lockOf('山田', 7, performance.now() + 300_000))({}) as object),
      data: [],
      reload: true,
      published_draft: { lock_version: 7, version: 1, revision: 4 },
    })
    tab.server.saveDraft = ({ since }) => {
      throw new ApiError('E_CONFLICT', 409, { error: 'E_CONFLICT', reason: since === 0 ? 'revision' : 'draft' })
    }
    await wake()
    expect(tab.texts()).toEqual(['うあおはようございます', 'はい'])
    expect(tab.session.getState().canUndo).toBe(true)
    expect(tab.session.toSave()).toMatchObject({ revision: 4 })
  },
)

it('EDIT-11 a new analysis of all blocks during editing keeps the undo history and the pending text', async () => {
  tab.type('あ')
  typeIn(2, 'い')
  tab.revision = 4
  tab.lockInRead = lockOf('山田', 7)
  for (const block of Object.values(tab.blocks)) block.sentiment = 1
  tab.server.getTranscriptChanges = () => ({
    ...(tab.changesAnswer(() => lockOf('山田', 7))({}) as object),
    reload: true,
  })
  await tab.control.feed.receive({ revision: 4, changes: null })
  expect(tab.readCount).toBe(1)
  expect(tab.texts()).toEqual(['あおはようございます', 'いはい'])
  expect([...tab.session.getState().document.blocks].map(({ sentiment }) => sentiment)).toEqual([1, 1])
  tab.session.undo()
  tab.session.undo()
  expect(tab.texts()).toEqual(['おはようございます', 'はい'])
  tab.session.redo()
  expect(tab.texts()).toEqual(['あおはようございます', 'はい'])
})

describe('drafts of another browser', () => {
  const draftOf = (text: string | null) => {
    if (text === null) return []
    const { document } = tab.session.getState()
    const after = typeText(document, { uuid: uuid(1), start: 0, end: 0 }, text)!.document
    return netChangesBetween(document, after)
  }
  const openWith = async (text: string | null) => {
    await tab.control.finish()
    tab.control.destroy()
    const changes = draftOf(text)
    tab = new Tab()
    tab.server.listDrafts = () => ({
      data: [{ lock_version: 6, key: 'other', version: 2, blocks: 1, saved_at: iso(-60_000) }],
    })
    tab.server.getDraft = () => ({ changes })
    await tab.control.receiveLock(lockOf('佐藤', 5))
    await tab.control.receiveLock(null)
    await advanceTime(0)
    expect(tab.bodiesOf('getDraft')).toHaveLength(1)
  }

  it('are offered; applying stores the new draft on the server before the old one is deleted', async () => {
    await openWith('続き、')
    const [draft] = tab.control.getState().drafts
    expect(draft).toMatchObject({ id: 'other', lockVersion: 6, at: iso(-60_000) })
    await tab.control.applyDraft(draft!)
    expect(tab.text()).toBe('続き、おはようございます')
    const order = tab.calls.map(({ name }) => name).filter((name) => name === 'saveDraft' || name === 'deleteDraft')
    expect(order).toEqual(['saveDraft', 'deleteDraft'])
  })

  it('are kept when the new draft cannot be stored', async () => {
    await openWith('続き、')
    tab.server.saveDraft = refuseWith('OFFLINE', 0)
    await tab.control.applyDraft(tab.control.getState().drafts[0]!)
    expect(tab.text()).toBe('続き、おはようございます')
    expect(tab.bodiesOf('deleteDraft')).toEqual([])
  })

  it('that the transcript already contains are deleted and not offered', async () => {
    await openWith(null)
    expect(tab.control.getState().drafts).toEqual([])
  })

  it('are not asked for when the user may not edit', async () => {
    tab.can.edit = false
    tab.calls.length = 0
    await tab.control.receiveLock(null)
    await tab.control.finish()
    await advanceTime(1_000)
    expect(tab.bodiesOf('listDrafts')).toEqual([])
  })
})
