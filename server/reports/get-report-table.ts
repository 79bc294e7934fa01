import { type Classification, EMOTIONS, tablePairOf } from '@kaiwa/contract/report-pairs.ts'
import type { getReportTable as contract, ReportTable, ReportValue } from '@kaiwa/contract/reports.ts'
import type { Handler } from '../platform/http/route.ts'
import { readReport, type Reading } from './read-report.ts'
import { findSpeakerNames } from '../speakers/store/speaker-names.ts'
import { findCrossTable, findTagNames, type Total } from './store/cross-table.ts'

type Named = Pick<ReportValue, 'name' | 'appearance' | 'speaker'>

const NAMELESS: Named = { name: null, appearance: null, speaker: null }

/** Emotions from positive to negative; other values as they are. */
function inOrder(classification: Classification, totals: readonly Total[]): readonly Total[] {
  if (classification !== 'emotions') return totals
  return EMOTIONS.flatMap((emotion) => totals.filter(({ key }) => key === emotion))
}

/** The table of a report with the names of its values. */
export async function readTable({ trx, actor, report, transcripts }: Reading): Promise<ReportTable> {
  const { rows, columns, ...table } = await findCrossTable(trx, actor, report, transcripts)
  const { first, second } = tablePairOf(report.pair)
  const totals = { [first]: rows, [second]: columns } as Partial<Record<Classification, readonly Total[]>>
  const idsOf = (which: Classification) => totals[which]?.map(({ key }) => Number(key)) ?? []
  const speakers = await findSpeakerNames(trx, actor, idsOf('speakers'))
  const tags = await findTagNames(trx, idsOf('tags'))
  const namesOf: Partial<Record<Classification, ReadonlyMap<string, Named>>> = {
    speakers: new Map(speakers.map((speaker) => [String(speaker.id), { ...NAMELESS, name: speaker.name, speaker }])),
    tags: new Map(tags.map(({ id, name, appearance }) => [String(id), { ...NAMELESS, name, appearance }])),
  }
  const present = (classification: Classification) =>
    inOrder(classification, totals[classification] ?? []).map((total): ReportValue => {
      return { ...NAMELESS, ...total, ...namesOf[classification]?.get(total.key) }
    })
  return { rows: present(first), columns: present(second), ...table }
}

export const getReportTable: Handler<typeof contract> = ({ params, query }, context) =>
  readReport(context, params.projectId, query, readTable)
