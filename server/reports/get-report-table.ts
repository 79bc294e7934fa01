import { type Classification, EMOTIONS, tablePairOf } from '@kaiwa/contract/report-pairs.ts'
import type { getReportTable as contract, ReportTable, ReportValue } from '@kaiwa/contract/reports.ts'
import type { Handler } from '../platform/http/route.ts'
import { readReport, type Reading } from './read-report.ts'
import { findSpeakerNames } from '../speakers/store/speaker-names.ts'
import { findCrossTable, findFileOfSpeakers, findTagNames, type Total } from './store/cross-table.ts'

type Named = Pick<ReportValue, 'name' | 'appearance' | 'speaker'>

const NAMELESS: Named = { name: null, appearance: null, speaker: null }

/** Emotions from positive to negative; other values as they are. */
function inOrder(classification: Classification, totals: readonly Total[]): readonly Total[] {
  if (classification !== 'emotions') return totals
  return EMOTIONS.flatMap((emotion) => totals.filter(({ key }) => key === emotion))
}

type SpeakerNames = Awaited<ReturnType<typeof findSpeakerNames>>

/** Speakers with names of their own: those of the same name, as unnamed ones of several files are, with their file. */
async function findDistinctNames(
  { trx, actor, transcripts }: Reading,
  speakers: SpeakerNames,
): Promise<Map<string, Named>> {
  const namesakes = [...Map.groupBy(speakers, ({ name }) => name).values()].filter(({ length }) => length > 1).flat()
  const fileOf = await findFileOfSpeakers(
    trx,
    actor,
    namesakes.map(({ id }) => id),
    transcripts,
  )
  const nameOf = ({ id, name }: SpeakerNames[number]) => {
    const title = fileOf.get(id)
    if (title === undefined) return name
    return actor.locale === 'ja' ? `${name}（${title}）` : `${name} (${title})`
  }
  return new Map(speakers.map((speaker) => [String(speaker.id), { ...NAMELESS, name: nameOf(speaker), speaker }]))
}

/** The table of a report with the names of its values. */
export async function readTable(reading: Reading): Promise<ReportTable> {
  const { trx, actor, report, transcripts } = reading
  const { rows, columns, ...table } = await findCrossTable(trx, actor, report, transcripts)
  const { first, second } = tablePairOf(report.pair)
  const totals = { [first]: rows, [second]: columns } as Partial<Record<Classification, readonly Total[]>>
  const idsOf = (which: Classification) => totals[which]?.map(({ key }) => Number(key)) ?? []
  const speakers = await findSpeakerNames(trx, actor, idsOf('speakers'))
  const tags = await findTagNames(trx, idsOf('tags'))
  const namesOf: Partial<Record<Classification, ReadonlyMap<string, Named>>> = {
    speakers: await findDistinctNames(reading, speakers),
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
