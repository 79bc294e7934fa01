// The comparison of talk in the URL of the folder page. Default values are omitted, invalid ones are ignored.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { NO_SPEAKER } from '@kaiwa/contract/report-pairs.ts'
import type { TalkDirection, TalkMeasure, TalkOrder } from '@kaiwa/contract/talk-orders.ts'
import { TALK_ORDERS } from '@kaiwa/contract/talk-orders.ts'

export interface TalkState {
  /** Id of a speaker, or NO_SPEAKER; null for all speakers together. */
  speaker: number | null
  sort: TalkOrder
  direction: TalkDirection
  view: 'table' | 'chart'
  /** The figure in the chart. */
  measure: TalkMeasure
  page: number
}

export const TALK_MEASURES: readonly TalkMeasure[] = TALK_ORDERS.filter(
  (order) => order !== 'created' && order !== 'title',
)

/** Whether the Report tab shows the comparison of talk instead of the report. */
export function isTalkShown(search: URLSearchParams): boolean {
  return search.get('report') === 'talk'
}

/** The URL of the other view of the tab, from its first page. */
export function writeShown(search: URLSearchParams, shown: 'totals' | 'talk'): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  if (shown === 'talk') next.set('report', 'talk')
  else next.delete('report')
  return next
}

function speakerOf(text: string | null): number | null {
  const id = Number(text)
  return text !== null && Number.isInteger(id) && id !== 0 && id >= NO_SPEAKER && id <= LIMITS.integerMax ? id : null
}

export function readTalk(search: URLSearchParams): TalkState {
  const asked = search.get('sort') ?? '-created'
  const order = TALK_ORDERS.find((one) => one === asked.replace(/^-/, ''))
  const page = Number(search.get('page'))
  return {
    speaker: speakerOf(search.get('speaker')),
    sort: order ?? 'created',
    direction: order === undefined || asked.startsWith('-') ? 'desc' : 'asc',
    view: search.get('view') === 'chart' ? 'chart' : 'table',
    measure: TALK_MEASURES.find((one) => one === search.get('figure')) ?? 'seconds',
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  }
}

/** The URL after a change. Another speaker or order begins with the first page. */
export function writeTalk(search: URLSearchParams, change: Partial<TalkState>): URLSearchParams {
  const isOther = 'speaker' in change || 'sort' in change || 'direction' in change
  const state = { ...readTalk(search), ...(isOther ? { page: 1 } : {}), ...change }
  const next = new URLSearchParams(search)
  const set = (name: string, value: string, usual: string) => {
    if (value === usual) next.delete(name)
    else next.set(name, value)
  }
  set('speaker', String(state.speaker ?? ''), '')
  set('sort', `${state.direction === 'desc' ? '-' : ''}${state.sort}`, '-created')
  set('view', state.view, 'table')
  set('figure', state.measure, 'seconds')
  set('page', String(state.page), '1')
  return next
}

/** The order after a click on a column: titles begin with the first letter, figures with the largest. */
export function nextOrder({ sort, direction }: TalkState, column: TalkOrder): Pick<TalkState, 'sort' | 'direction'> {
  if (sort === column) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
  return { sort: column, direction: column === 'title' ? 'asc' : 'desc' }
}
