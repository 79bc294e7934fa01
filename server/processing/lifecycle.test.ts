import { fileStatus } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { transcriptStatus } from '@kaiwa/contract/transcripts.ts'
import { describe, expect, it } from 'vitest'
import { importTranscript } from '../exchange/policy.ts'
import { findTransition, type LifecycleEvent, type State, type Trigger } from './lifecycle.ts'
import { cancel, changeLanguage, redo, retry } from './policy.ts'

/** Every pair of statuses, also those that no file can have. */
const states = fileStatus.options.flatMap((file) =>
  (['none', ...transcriptStatus.options] as const).map((transcript): State => `${file}/${transcript}`),
)
const triggers: readonly Trigger[] = ['upload', 'worker', 'person']

// The trigger of an event, and the next state for each state. '=' means no change, a star marks the end of a run. All
// other combinations are refused.
const expected: Record<LifecycleEvent, [by: Trigger, Partial<Record<State, State | '=' | '= *' | `${State} *`>>][]> = {
  listen: [['worker', { 'waiting/none': 'waiting/processing', 'waiting/processing': '=' }]],
  'listen-again': [['person', { 'waiting/none': '= *', 'waiting/processing': '= *' }]],
  start: [['upload', { 'waiting/none': 'uploaded/none *' }]],
  stop: [['upload', { 'waiting/none': 'uploaded/none', 'waiting/processing': 'uploaded/processing' }]],
  begin: [
    [
      'worker',
      {
        'uploaded/none': 'processing/processing',
        'uploaded/processing': 'processing/processing',
        'processing/none': 'processing/processing',
        'processing/processing': '=',
      },
    ],
  ],
  finish: [['worker', { 'processing/processing': 'processed/completed' }]],
  fail: [
    ['upload', { 'waiting/none': 'failed/none', 'waiting/processing': 'failed/failed' }],
    [
      'worker',
      {
        'uploaded/none': 'failed/none',
        'uploaded/processing': 'failed/failed',
        'processing/none': 'failed/none',
        'processing/processing': 'failed/failed',
      },
    ],
  ],
  cancel: [
    [
      'person',
      {
        'uploaded/none': 'canceled/none *',
        'uploaded/processing': 'canceled/canceled *',
        'processing/none': 'canceled/none *',
        'processing/processing': 'canceled/canceled *',
      },
    ],
  ],
  retry: [
    [
      'person',
      {
        'failed/none': 'processing/none *',
        'failed/failed': 'processing/processing *',
        'canceled/none': 'processing/none *',
        'canceled/canceled': 'processing/processing *',
        'processed/completed': 'processing/processing *',
      },
    ],
  ],
  'open-import': [
    [
      'person',
      {
        'failed/none': 'failed/failed',
        'failed/failed': '=',
        'canceled/none': 'canceled/canceled',
        'canceled/canceled': '=',
        'processed/completed': '=',
      },
    ],
  ],
  import: [
    [
      'person',
      {
        'failed/failed': 'processed/completed *',
        'canceled/canceled': 'processed/completed *',
        'processed/completed': '=',
      },
    ],
  ],
}
const events = Object.keys(expected) as LifecycleEvent[]

/** The state after an event, written as above; null if it is refused. */
function after(from: State, event: LifecycleEvent, by: Trigger): string | null {
  const transition = findTransition(from, event, by)
  if (!transition) return null
  const [file, transcript] = from.split('/')
  const to = `${transition.status ?? file}/${transition.transcriptStatus ?? transcript}`
  return (to === from ? '=' : to) + (transition.endsRun ? ' *' : '')
}

describe('the lifecycle of a recording', () => {
  for (const event of events)
    for (const by of triggers)
      it(`${event} by ${by}: from all ${states.length} states`, () => {
        const known = expected[event].find(([trigger]) => trigger === by)?.[1] ?? {}
        expect(Object.fromEntries(states.map((from) => [from, after(from, event, by)]))).toEqual(
          Object.fromEntries(states.map((from) => [from, known[from] ?? null])),
        )
      })

  it('leads from waiting to eleven states, and to no other', () => {
    const reached = new Set<State>(['waiting/none'])
    for (const from of reached)
      for (const event of events)
        for (const by of triggers) {
          const to = after(from, event, by)?.replace(' *', '')
          if (to !== undefined && to !== '=') reached.add(to as State)
        }
    expect([...reached].toSorted()).toEqual([
      'canceled/canceled',
      'canceled/none',
      'failed/failed',
      'failed/none',
      'processed/completed',
      'processing/none',
      'processing/processing',
      'uploaded/none',
      'uploaded/processing',
      'waiting/none',
      'waiting/processing',
    ])
  })
})

describe('the policy and the lifecycle agree for an editor', () => {
  const item = { is_project: false, depth: 2, role: ROLE.editor } as const
  const commands = { cancel, redo, retry, import: importTranscript }
  const eventsOf: Record<keyof typeof commands, LifecycleEvent[]> = {
    cancel: ['cancel'],
    redo: ['cancel', 'retry'],
    retry: ['retry'],
    import: ['open-import', 'import'],
  }
  const legal = states.filter((state) => events.some((event) => triggers.some((by) => after(state, event, by))))
  const cases = legal.flatMap((state) =>
    (Object.keys(commands) as (keyof typeof commands)[]).map((command) => [command, state] as const),
  )

  it.each(cases)('on %s in %s', (command, state) => {
    const [status] = state.split('/') as [(typeof fileStatus.options)[number]]
    const notes = [null, { key: 'language-assumed' as const, values: {} }]
    const isAllowed = notes.some((note) => {
      const file = {
        status,
        failed_reason: null,
        note,
        is_playable: true,
        has_stream: true,
        block_count: 0,
        is_edited: false,
      }
      return commands[command](item, file).allowed
    })
    let at: string | null = state
    for (const event of eventsOf[command]) {
      if (at === null) break
      const to = after(at as State, event, 'person')
      at = to === '=' ? at : (to?.replace(' *', '') ?? null)
    }
    expect(at !== null).toBe(isAllowed)
  })

  it.each(legal)('on a change of the language in %s', (state) => {
    const [status] = state.split('/') as [(typeof fileStatus.options)[number]]
    const canceled = after(state, 'cancel', 'person')?.replace(' *', '')
    const restarts = [state, canceled].some((from) => from && after(from as State, 'retry', 'person') !== null)
    const file = {
      status,
      failed_reason: null,
      note: null,
      is_playable: true,
      has_stream: true,
      block_count: 0,
      is_edited: false,
    }
    expect(changeLanguage(item, file).allowed).toBe(restarts)
  })
})
