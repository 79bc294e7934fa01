// Orders in which responses and realtime messages can arrive while edit mode saves, ends, starts and is left.
import type { ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import { EditSession } from '@kaiwa/editor/edit-session.ts'
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
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

/** The server still acts on requests immediately; its responses wait for `answer` or `fail`. */
function holdAnswers(of: Tab, name: 'saveBlocks' | 'releaseLock' | 'requestLock') {
  const accept = of.server[name]
  const gate = Promise.withResolvers<void>()
  of.server[name] = (body) => {
    const answer = accept(body)
    return gate.promise.then(() => answer)
  }
  return {
    answer: () => gate.resolve(),
    fail: () => gate.reject(new TypeError('no answer')),
  }
}

/** Stores the page's current text of the first block on the server. */
function store(of: Tab): void {
  const now = of.session.getState().document.blocks.get(uuid(1))
  if (now) of.blocks[uuid(1)] = { ...block(uuid(1), 0, ''), ...now, terms: [...now.terms], tags: [...now.tags] }
}

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries())
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest]
}

const settled = { mode: 'reading', lock: null, saving: 'idle', isDirty: false, text: 'あおはようございます' }

function stateOf(of: Tab) {
  const { mode, lock, saving } = of.control.getState()
  return { mode, lock, saving, isDirty: of.session.getState().isDirty, text: of.text() }
}

describe('finishing while a save is running', () => {
  it('EDIT-18 ends without a dialog in every order of responses and messages', async () => {
    const events = ['answer', 'transcript message', 'lock message', 'transcript read anew', 'finish', 'release message']
    const orders = [...ordersOf(events)].filter((order) => order.indexOf('finish') < order.indexOf('release message'))
    expect(orders).toHaveLength(360)
    for (const order of orders) {
      const one = new Tab()
      await one.edit()
      one.type('あ')
      const save = holdAnswers(one, 'saveBlocks')
      void one.control.save()
      await advanceTime(0)
      store(one)
      one.lockInRead = lockOf('山田', 7)
      const read = one.read()
      const [changes] = one.bodiesOf('saveBlocks') as unknown as [ChangeSet]
      let finished: Promise<boolean> | undefined
      const happen: Record<string, () => unknown> = {
        answer: save.answer,
        'transcript message': () => one.control.feed.receive({ revision: 4, changes }),
        'lock message': () => one.control.receiveLock(lockOf('山田', 7)),
        'transcript read anew': () => one.control.feed.show(read),
        finish: () => (finished = one.control.finishIfSaved()),
        'release message': () => one.control.receiveLock(null),
      }
      for (const event of order) {
        void happen[event]?.()
        await advanceTime(0)
      }
      const names = order.join(', ')
      expect({ names, finished: await finished, ...stateOf(one) }).toEqual({ names, finished: true, ...settled })
      expect({ names, messages: one.messages, saves: one.bodiesOf('saveBlocks').length }).toEqual({
        names,
        messages: [],
        saves: 1,
      })
      expect(one.bodiesOf('releaseLock')).toEqual([{ lock_version: 7 }])
      one.control.destroy()
    }
  })

  beforeEach(() => tab.edit())

  it('EDIT-36 asks immediately about text typed during the save', async () => {
    tab.type('あ')
    const save = holdAnswers(tab, 'saveBlocks')
    void tab.control.save()
    await advanceTime(0)
    tab.type('い')
    expect(await tab.control.finishIfSaved()).toBe(false)
    expect(tab.control.getState().mode).toBe('editing')
    save.answer()
  })

  it('EDIT-36 asks when the save fails', async () => {
    tab.type('あ')
    const save = holdAnswers(tab, 'saveBlocks')
    void tab.control.save()
    const finished = tab.control.finishIfSaved()
    await advanceTime(0)
    save.fail()
    expect(await finished).toBe(false)
    expect(tab.control.getState()).toMatchObject({ mode: 'editing', saving: 'waiting' })
  })

  it('EDIT-46 does not ask when the save loses the lock', async () => {
    tab.server.saveBlocks = refuseWith('E_LOCKED', 409, { lock: lockOf('佐藤', 8) })
    tab.type('あ')
    void tab.control.save()
    expect(await tab.control.finishIfSaved()).toBe(true)
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: { version: 8 } })
    expect(await tab.storedDrafts()).toHaveLength(1)
  })

  it('waits for a save that has not been sent yet', async () => {
    const answer = Promise.withResolvers<void>()
    const answerChanges = tab.server.getTranscriptChanges
    tab.server.getTranscriptChanges = (body) => answer.promise.then(() => answerChanges(body))
    void tab.control.resync()
    tab.type('あ')
    void tab.control.save()
    const finished = tab.control.finishIfSaved()
    await advanceTime(0)
    expect(tab.bodiesOf('saveBlocks')).toEqual([])
    answer.resolve()
    expect(await finished).toBe(true)
    expect(stateOf(tab)).toEqual(settled)
  })

  it('EDIT-37 saves an undo made during the save', async () => {
    tab.type('あ')
    const save = holdAnswers(tab, 'saveBlocks')
    void tab.control.save()
    await advanceTime(0)
    tab.session.undo()
    expect(tab.session.getState().isDirty).toBe(false)
    const finished = tab.control.finishIfSaved()
    save.answer()
    expect(await finished).toBe(true)
    const [, second] = tab.bodiesOf('saveBlocks') as unknown as [ChangeSet, ChangeSet]
    expect(second.blocks.map(({ content }) => content)).toEqual(['おはようございます'])
    expect(stateOf(tab)).toEqual({ ...settled, text: 'おはようございます' })
  })

  it('releases the lock once when called twice', async () => {
    await Promise.all([tab.control.finishIfSaved(), tab.control.finishIfSaved()])
    expect(tab.bodiesOf('releaseLock')).toHaveLength(1)
    expect(tab.control.getState().mode).toBe('reading')
  })
})

describe('saving', () => {
  beforeEach(() => tab.edit())

  it('EDIT-40 called again during a save also saves text typed since', async () => {
    tab.type('あ')
    const save = holdAnswers(tab, 'saveBlocks')
    const first = tab.control.save()
    await advanceTime(0)
    tab.type('い')
    const again = tab.control.save()
    save.answer()
    expect(await Promise.all([first, again])).toEqual([true, true])
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(2)
    expect(tab.session.getState().isDirty).toBe(false)
  })
})

describe('a stored save whose response is lost', () => {
  it.each([
    ['reported by a message', (of: Tab, changes: ChangeSet) => of.control.feed.receive({ revision: 4, changes })],
    ['found when the network is back', (of: Tab) => of.control.resync()],
  ])('keeps text typed during it when the save is %s', async (_, learn) => {
    await tab.edit()
    tab.type('あ')
    const save = holdAnswers(tab, 'saveBlocks')
    void tab.control.save()
    await advanceTime(0)
    store(tab)
    const [changes] = tab.bodiesOf('saveBlocks') as unknown as [ChangeSet]
    const empty: ChangeSet = { blocks: [], insert: [], delete: [], speaker: [], section: [] }
    const row = { revision: 4, changes: { ...empty, ...changes }, edited_by: null, edited_at: '' }
    const answerChanges = tab.server.getTranscriptChanges
    tab.server.getTranscriptChanges = (body) => ({ ...(answerChanges(body) as object), data: [row] })
    const accept = tab.server.saveBlocks
    tab.server.saveBlocks = refuseWith('OFFLINE', 0)
    tab.type('い')
    void learn(tab, row.changes)
    save.fail()
    await advanceTime(0)
    expect(tab.text()).toBe('いあおはようございます')
    tab.type('う')
    tab.server.saveBlocks = () => accept({})
    await advanceTime(5_000)
    expect(tab.text()).toBe('ういあおはようございます')
  })
})

describe('without the code of edit mode, which cannot be loaded', () => {
  const error = new TypeError('Failed to fetch dynamically imported module')
  beforeEach(() => {
    tab.session.prepare = () => Promise.reject(error)
  })

  it('a save of another user is shown by reading the whole transcript', async () => {
    tab.revision = 4
    tab.blocks[uuid(1)] = block(uuid(1), 0, '別の人の変更')
    const changes: ChangeSet = { blocks: [], insert: [], delete: [], speaker: [], section: [] }
    const row = { revision: 4, changes, edited_by: null, edited_at: '' }
    tab.server.getTranscriptChanges = () => ({
      ...(tab.changesAnswer(() => null)({}) as object),
      data: [row],
    })
    await tab.control.feed.receive({ revision: 4, changes })
    expect([tab.text(), tab.session.getState().saved.revision]).toEqual(['別の人の変更', 4])
    expect(tab.readCount).toBe(1)
  })

  it('edit mode does not start, takes no lock and can be tried again', async () => {
    expect(await tab.control.start()).toBe('failed')
    expect(tab.messages).toEqual([{ kind: 'failed', error }])
    expect(tab.bodiesOf('requestLock')).toEqual([])
    expect(tab.control.getState().mode).toBe('reading')
    tab.session.prepare = EditSession.prototype.prepare.bind(tab.session)
    await tab.edit()
  })
})

describe('EDIT-38 dropping the changes while a save is running', () => {
  let save: ReturnType<typeof holdAnswers>
  let discarded: Promise<void>
  beforeEach(async () => {
    await tab.edit()
    tab.type('あ')
    save = holdAnswers(tab, 'saveBlocks')
    void tab.control.save()
    await advanceTime(0)
    store(tab)
    tab.type('い')
    discarded = tab.control.discard()
    await advanceTime(0)
  })

  it.each(['read anew', 'not read'])(
    'ignores the lock in the response and shows what was saved when the transcript is %s',
    async (how) => {
      expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: null })
      if (how === 'not read') tab.readTranscript = () => Promise.reject(new TypeError('no answer'))
      save.answer()
      await discarded
      expect(stateOf(tab)).toEqual(settled)
    },
  )

  it('keeps showing the lock of another user', async () => {
    save.answer()
    await discarded
    await tab.control.receiveLock(lockOf('佐藤', 8))
    await tab.control.discard()
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: { version: 8 } })
  })

  it('does not retry a failed save', async () => {
    save.fail()
    await discarded
    await advanceTime(60_000)
    expect(tab.bodiesOf('saveBlocks')).toHaveLength(1)
    expect(stateOf(tab)).toEqual(settled)
  })
})

describe('beginning', () => {
  it('takes over its own lock before the release reaches the server', async () => {
    await tab.edit()
    await tab.control.finish()
    const { requestLock } = tab.server
    tab.server.requestLock = (body) => {
      tab.server.requestLock = requestLock
      return refuseWith('E_CONFLICT', 409, { reason: 'other-tab', lock: lockOf('山田', 7) })(body)
    }
    expect(await tab.control.start()).toBe('editing')
    expect(tab.bodiesOf('requestLock').slice(-2)).toMatchObject([{ take_over: false }, { take_over: true }])
  })

  it('shows the new holder when withLock loses the lock', async () => {
    await tab.edit()
    await tab.control.finish()
    await tab.control.withLock(async () => {
      tab.server.getTranscriptChanges = tab.changesAnswer(() => lockOf('佐藤', 8))
    })
    await advanceTime(0)
    expect(tab.control.getState()).toMatchObject({ mode: 'reading', lock: { version: 8 } })
  })

  it('releases the lock when the page was left before the response', async () => {
    const request = holdAnswers(tab, 'requestLock')
    const started = tab.control.start()
    await advanceTime(0)
    tab.control.destroy()
    request.answer()
    expect(await started).toBe('failed')
    expect(tab.bodiesOf('releaseLock')).toEqual([{ lock_version: 7 }])
    expect(tab.session.getState().isEditing).toBe(false)
    expect(tab.messages).toEqual([])
  })
})

it('offers no draft of text that the server has stored', async () => {
  await tab.edit()
  tab.type('あ')
  store(tab)
  const save = holdAnswers(tab, 'saveBlocks')
  void tab.control.save()
  tab.server.requestLock = refuseWith('E_CONFLICT', 409, { reason: 'lock', lock: null, is_own: true })
  await advanceTime(300)
  expect(await tab.storedDrafts()).toHaveLength(1)
  save.answer()
  await advanceTime(1_300)
  expect(tab.control.getState()).toMatchObject({ mode: 'reading', drafts: [] })
  expect(await tab.storedDrafts()).toEqual([])
})
