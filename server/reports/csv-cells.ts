// Cells of the CSV of a report. Values that repeat in a million rows are formatted and escaped once.
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { KeywordOption } from '@kaiwa/contract/report-pairs.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import { clockTime } from '@kaiwa/exchange/write/timestamp.ts'
import type { SentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'

export const headings = {
  ja: {
    file: 'ファイル',
    start: '開始',
    end: '終了',
    speaker: '話者',
    emotion: '感情',
    keyword: 'キーワード',
    option: '品詞',
    spoken: '表記',
    tag: 'タグ',
    passage: '箇所',
    text: '本文',
    updated: '更新日時',
  },
  en: {
    file: 'File',
    start: 'Start',
    end: 'End',
    speaker: 'Speaker',
    emotion: 'Emotion',
    keyword: 'Keyword',
    option: 'Part of speech',
    spoken: 'Spoken form',
    tag: 'Tag',
    passage: 'Passage',
    text: 'Text',
    updated: 'Updated',
  },
} as const satisfies Record<Locale, Record<string, string>>

export const emotions: Readonly<Record<Locale, Record<SentimentSign, string>>> = {
  ja: { positive: 'ポジティブ', neutral: 'ニュートラル', negative: 'ネガティブ' },
  en: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' },
}

export const options: Readonly<Record<Locale, Record<KeywordOption, string>>> = {
  ja: { 3: '名詞・固有名詞', 7: '動詞', 1: '形容詞' },
  en: { 3: 'Noun, proper noun', 7: 'Verb', 1: 'Adjective' },
}

/** A function that computes each cell once, as long as there are few different values. */
export function cellsOf<K>(textOf: (key: K) => string, max = 50_000): (key: K) => string {
  const known = new Map<K, string>()
  return (key) => {
    let cell = known.get(key)
    if (cell === undefined) {
      cell = toCell(textOf(key))
      if (known.size >= max) known.clear()
      known.set(key, cell)
    }
    return cell
  }
}

const clock = cellsOf(clockTime)
const THOUSANDTHS = Array.from({ length: 1000 }, (_, index) => `.${String(index).padStart(3, '0')}`)

/** A time in a recording as HH:MM:SS.mmm. */
export function timeCell(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  return clock(Math.floor(milliseconds / 1000)) + (THOUSANDTHS[milliseconds % 1000] ?? '')
}

const JAPAN_MS = 9 * 3_600_000

/** An instant in Japan as `YYYY-MM-DD HH:MM:SS`, which spreadsheets read as a time. */
export function japaneseTime(instant: Date): string {
  return new Date(instant.getTime() + JAPAN_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The day in Japan as `YYYY-MM-DD`. */
export function japaneseDay(instant: Date): string {
  return japaneseTime(instant).slice(0, 10)
}
