// A report as data: the folder, the pair of classifications and the filters of a call.
import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import {
  type Classification,
  type EmotionFilter,
  EVERY_SPEAKER,
  type KeywordOption,
  type Pair,
} from '@kaiwa/contract/report-pairs.ts'
import type { Db } from '../platform/database/database.ts'
import { type GramQuery, planGramQuery } from '../search/grams.ts'
import { hasKeywordBacklog } from '../transcripts/store/keywords.ts'
import type { ItemRow } from '../tree/store/items.ts'

export interface Filters {
  /** Dictionary form, without regard to case. */
  keyword: string | null
  keywordOption: KeywordOption | null
  tags: readonly number[] | null
  emotion: EmotionFilter
  /** Ids, NO_SPEAKER among them for blocks without one. */
  speakers: readonly number[] | null
  /** Null without a search; `nothing` if no text can contain the words. */
  words: GramQuery | 'nothing' | null
}

export interface Report {
  folder: ItemRow
  scope: FolderScope
  pair: Pair
  filters: Filters
  /** False while keywords of blocks from an earlier version are being stored: then they are read from the words. */
  hasStoredKeywords: boolean
  /** Only these files, by their items; all of the folder if omitted. */
  itemIds?: readonly number[]
  /** Only these blocks. */
  blockIds?: readonly number[]
}

/** The part of a query that is common to all operations on reports. */
export interface ReportQuery {
  first_condition: Classification
  second_condition: Classification
  keyword?: string | undefined
  keyword_option?: KeywordOption | undefined
  tags?: number[] | undefined
  emotion: EmotionFilter
  speakers?: number[] | undefined
  search_text?: string | undefined
  scope: FolderScope
}

async function planWords(db: Db, text: string): Promise<Filters['words']> {
  return text.trim() === '' ? null : ((await planGramQuery(db, text)) ?? 'nothing')
}

/** The report of a query. Rights on the folder are the caller's concern. */
export async function planReport(db: Db, folder: ItemRow, query: ReportQuery): Promise<Report> {
  const { keyword = '', keyword_option = null, tags, emotion, speakers, search_text = '', scope } = query
  return {
    folder,
    scope,
    hasStoredKeywords: !(await hasKeywordBacklog(db)),
    pair: { first: query.first_condition, second: query.second_condition },
    filters: {
      keyword: keyword === '' ? null : keyword,
      keywordOption: keyword_option,
      tags: tags ?? null,
      emotion,
      speakers: speakers === undefined || speakers.includes(EVERY_SPEAKER) ? null : speakers,
      words: await planWords(db, search_text),
    },
  }
}
