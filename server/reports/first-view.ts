// The first view of the Report tab of a folder (`platform/http/first-view.ts`): totals and the first rows of the report
// without filters. It is shown in narrow windows only: in wide ones the tree is beside the report, and the server does not know
// the width of the tree.
import { EMOTIONS } from '@kaiwa/contract/report-pairs.ts'
import type { ReportTable, ReportRow } from '@kaiwa/contract/reports.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { languageOf } from '@kaiwa/transcript/language-of.ts'
import { sentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'
import { initialOf, speakerColour, UNKNOWN_INITIAL } from '@kaiwa/transcript/speaker-identity.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { FirstView } from '../platform/domain.ts'
import { emotions } from './csv-cells.ts'
import { readTable } from './get-report-table.ts'
import { readRows } from './list-report-rows.ts'
import * as policy from './policy.ts'
import { readReportOf } from './read-report.ts'

/** More than the tallest window of a phone shows. */
const ROWS = 10

/** As in `web/reports/texts`. `controls`: widths of the controls in rem. */
const TEXTS = {
  ja: {
    speakers: '話者',
    unknownSpeaker: '話者不明',
    table: '集計',
    total: '合計',
    rows: '一覧',
    rowCount: (count: string) => `${count}件`,
    controls: [6.25, 17, 6.875],
    download: 10.8125,
  },
  en: {
    speakers: 'Speakers',
    unknownSpeaker: 'Unknown speaker',
    table: 'Totals',
    total: 'Total',
    rows: 'Rows',
    rowCount: (count: string) => `${count} rows`,
    controls: [7, 16, 6.125],
    download: 9.375,
  },
} as const satisfies Record<Locale, object>

/** Sizes and positions as in `web/tree/Folder.module.css` and the style sheets of `web/reports`. */
const STYLE = `
:host { position: fixed; inset: var(--kaiwa-header) 0 0; z-index: 1; overflow: hidden; background: var(--kaiwa-canvas);
  font-size: 0.875rem; line-height: 1.5 }
* { box-sizing: border-box }
@media (min-width: 48.01rem) { :host { display: none } }
h2, p { margin: 0 }
:is(h2, p):lang(ja) { word-break: auto-phrase }
h2 { font-size: 1rem; font-weight: 600 }
.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.bar { height: 5.625rem; padding: 0.75rem 0.75rem 0 3.25rem; font-size: 1.05rem; font-weight: 600; line-height: 2.125rem }
.tabs { height: 2.5rem; margin-top: 0.25rem; border-bottom: 1px solid var(--kaiwa-line) }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0.75rem 0.75rem 0 }
.controls > * { height: 2.25rem; background: var(--kaiwa-surface); border: 1px solid var(--kaiwa-line);
  border-radius: 0.25rem }
.controls > :first-child { height: 2.125rem }
section { margin: 0.75rem 0.75rem 0; background: var(--kaiwa-surface); border: 1px solid var(--kaiwa-line);
  border-radius: 0.5rem }
.totals { padding: 0.75rem }
.totals h2 { margin-bottom: 0.5rem; line-height: 1.875rem }
.scroll { max-height: 24rem; overflow: hidden }
table { border-collapse: separate; border-spacing: 0; font-size: 0.8125rem; font-variant-numeric: tabular-nums }
th { max-width: 7.5rem; padding: 0.25rem 0.375rem; font-weight: 500; text-align: start }
td { height: 2rem; padding: 0.125rem 0.5rem; color: var(--mantine-color-anchor); text-align: end; white-space: nowrap }
thead th { color: var(--kaiwa-quiet); font-size: 0.75rem; border-bottom: 1px solid var(--kaiwa-line) }
thead th:not(:first-child) { text-align: end }
tfoot > tr > * { height: 2.0625rem; border-top: 1px solid var(--kaiwa-line) }
td:last-child { font-weight: 600 }
tfoot td:last-child { padding-inline: 0.75rem; color: inherit }
.rows { margin-top: 1rem; padding-top: 0.75rem }
.head { display: flex; align-items: center; gap: 0.5rem; padding-inline: 0.75rem }
.head > span { color: var(--kaiwa-quiet); font-size: 0.8125rem }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.625rem; padding: 0.5rem 0.75rem;
  border-bottom: 1px solid var(--kaiwa-line); font-size: 0.8125rem }
.row > * { min-width: 0; max-width: 100% }
.time { display: flex; align-items: center; gap: 0.75rem; height: 1.625rem; padding-right: 0.625rem;
  color: var(--mantine-color-ai-light-color); font-weight: 600 }
.time::before { content: ''; border: 4px solid transparent; border-inline: 8px solid; border-inline-end: 0 }
.who { display: flex; align-items: center; gap: 0.375rem }
.who > :first-child { flex: none; width: 20px; color: #fff; font-size: 9px; font-weight: 700; line-height: 20px;
  text-align: center; border-radius: 50% }
.positive { color: var(--kaiwa-good) }
.negative { color: var(--kaiwa-bad) }
.neutral { color: var(--kaiwa-quiet) }
.row > p { flex-basis: 100%; white-space: pre-wrap }
`

function renderControls(locale: Locale, hasDownload: boolean): string {
  const { controls, download } = TEXTS[locale]
  const widths = hasDownload ? [...controls, download] : controls
  return `<div class="controls">${widths.map((width) => `<div style="width:${width}rem"></div>`).join('')}</div>`
}

/** The cross table of speakers and emotions. */
function renderTable({ rows, columns, cells, count }: ReportTable, locale: Locale): string {
  const texts = TEXTS[locale]
  const format = new Intl.NumberFormat(locale)
  const counts = new Map(cells.map((cell) => [`${cell.row}\n${cell.column}`, cell.count]))
  const head = (text: string) => `<th class="cut">${escapeHtml(text)}</th>`
  const number = (value: number | undefined) => `<td>${value === undefined ? '–' : format.format(value)}</td>`
  const nameOf = (key: string) => emotions[locale][EMOTIONS.find((emotion) => emotion === key) ?? 'neutral']
  const line = (name: string, numbers: readonly (number | undefined)[]) =>
    `<tr>${head(name)}${numbers.map(number).join('')}</tr>`
  const body = rows.map((row) =>
    line(row.name ?? texts.unknownSpeaker, [
      ...columns.map((column) => counts.get(`${row.key}\n${column.key}`)),
      row.count,
    ]),
  )
  const foot = line(texts.total, [...columns.map((column) => column.count), count])
  const names = [texts.speakers, ...columns.map(({ key }) => nameOf(key)), texts.total]
  return `<section class="totals"><h2 lang="${locale}">${texts.table}</h2><div class="scroll"><table>
<thead><tr>${names.map(head).join('')}</tr></thead><tbody>${body.join('')}</tbody><tfoot>${foot}</tfoot>
</table></div></section>`
}

function renderRow({ content = '', project_file: file, speaker, sentiment, time }: ReportRow, locale: Locale): string {
  const sign = sentimentSign(sentiment)
  const initial = speaker ? initialOf(speaker.name) : UNKNOWN_INITIAL
  const picture = `<span style="background:${speakerColour(speaker?.id ?? null)}">${escapeHtml(initial)}</span>`
  const name = escapeHtml(speaker?.name ?? TEXTS[locale].unknownSpeaker)
  return `<div class="row"><span class="time">${formatTime(time)}</span><span class="cut">${escapeHtml(file.title)}</span>
<span class="who">${picture}<span class="cut">${name}</span></span><span class="${sign}">${emotions[locale][sign]}</span>
<p lang="${languageOf([{ content }]) ?? ''}">${escapeHtml(content)}</p></div>`
}

export const reportFirstView: FirstView = {
  path: /^\/projects\/([1-9]\d{0,9})\?tab=3$/,
  hasOwnStyles: true,
  render: (app, actor, [projectId = 0], maxMs) => {
    const { locale } = actor
    // A report that takes longer is left to the app.
    const reader = { app, actor, signal: AbortSignal.timeout(maxMs), seconds: maxMs / 1000 }
    const query = {
      first_condition: 'speakers',
      second_condition: 'emotions',
      emotion: 'all',
      scope: 'folder',
    } as const
    return readReportOf(reader, projectId, query, async (reading) => {
      const rows = await readRows(reading, { limit: ROWS, offset: 0 })
      if (rows.length === 0) return null
      const table = await readTable(reading)
      const { folder } = reading.report
      const { allowed: hasDownload } = policy.exportReport(folder)
      const count = TEXTS[locale].rowCount(new Intl.NumberFormat(locale).format(table.count))
      return `<style>${STYLE}</style><div class="bar cut">${escapeHtml(folder.name)}</div><div class="tabs"></div>
${renderControls(locale, hasDownload)}${renderTable(table, locale)}
<section class="rows"><div class="head"><h2 lang="${locale}">${TEXTS[locale].rows}</h2><span>${count}</span></div>
${rows.map((row) => renderRow(row, locale)).join('')}</section>`
    })
  },
}
