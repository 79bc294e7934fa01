// Side tab, page, filters and order of the Parse tab in the URL. Default values are omitted, invalid ones are ignored.
import { WORD_TYPES, type WordType } from '@kaiwa/transcript/analysis/content-words.ts'
import type { KeywordOrder } from '@kaiwa/transcript/analysis/keywords.ts'
import { SENTIMENT_SIGNS } from '@kaiwa/transcript/sentiment-sign.ts'
import { useUrlParameters } from '../platform/use-url-parameters.ts'
import type { EmotionFilter, EmotionOrder } from './emotion-rows.ts'

export const VIEWS = ['cloud', 'emotions', 'keywords', 'talk'] as const
export type View = (typeof VIEWS)[number]

/** Keys of the texts of parts of speech. */
export const TYPE_NAMES = { 1: 'adjective', 3: 'noun', 7: 'verb' } as const satisfies Record<WordType, string>

export const EMOTION_FILTERS: readonly EmotionFilter[] = ['all', ...SENTIMENT_SIGNS]
const EMOTION_ORDERS: readonly EmotionOrder[] = ['time', '-time', 'emotion', '-emotion']
const KEYWORD_ORDERS: readonly KeywordOrder[] = ['score', 'count', 'word']

export interface AnalysisParameters {
  view: View
  page: number
  emotion: EmotionFilter
  /** A speaker id, 0 for all. */
  speaker: number
  emotionOrder: EmotionOrder
  keywordOrder: KeywordOrder
  types: ReadonlySet<WordType>
}

function oneOf<T extends string>(values: readonly T[], text: string | null, byDefault: T): T {
  return values.find((value) => value === text) ?? byDefault
}

function naturalOf(text: string | null, byDefault: number): number {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : byDefault
}

export function readAnalysis(search: URLSearchParams): AnalysisParameters {
  const types = search.get('types')
  return {
    view: oneOf(VIEWS, search.get('view'), 'cloud'),
    page: naturalOf(search.get('page'), 1),
    emotion: oneOf(EMOTION_FILTERS, search.get('emotion'), 'all'),
    speaker: naturalOf(search.get('speaker'), 0),
    emotionOrder: oneOf(EMOTION_ORDERS, search.get('sort'), 'time'),
    keywordOrder: oneOf(KEYWORD_ORDERS, search.get('sort'), 'score'),
    types: new Set(WORD_TYPES.filter((type) => types === null || types.includes(String(type)))),
  }
}

export type AnalysisChange = Partial<
  Pick<AnalysisParameters, 'page' | 'emotion' | 'speaker' | 'types'> & { sort: EmotionOrder | KeywordOrder }
>

/** A change of a filter or of the order leads to the first page. */
export function writeAnalysis(search: URLSearchParams, change: AnalysisChange): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (key: string, value: string, isDefault: boolean) => {
    if (isDefault) next.delete(key)
    else next.set(key, value)
  }
  next.delete('page')
  if (change.page !== undefined) set('page', String(change.page), change.page === 1)
  if (change.emotion !== undefined) set('emotion', change.emotion, change.emotion === 'all')
  if (change.speaker !== undefined) set('speaker', String(change.speaker), change.speaker === 0)
  if (change.sort !== undefined) set('sort', change.sort, change.sort === 'time' || change.sort === 'score')
  if (change.types !== undefined)
    set('types', [...change.types].sort((a, b) => a - b).join(''), change.types.size === WORD_TYPES.length)
  return next
}

/** The URL of a side tab, without what the previous one shows. */
export function writeView(search: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const key of ['page', 'emotion', 'speaker', 'sort', 'types', 'view']) next.delete(key)
  if (view !== 'cloud') next.set('view', view)
  return next
}

export function useAnalysisParameters() {
  const [search, setSearch] = useUrlParameters()
  return {
    ...readAnalysis(search),
    change: (change: AnalysisChange) =>
      setSearch((current) => writeAnalysis(current, change), { replace: !('page' in change) }),
    show: (view: View) => setSearch((current) => writeView(current, view)),
  }
}
