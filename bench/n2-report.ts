// N2: the first page of a report over all folders below the root, for a guest, against the bare SQL of the same rows and
// their number without rights: p95 over reports of several pairs and filters.
import { strictEqual } from 'node:assert'
import { listReportRows } from '@kaiwa/contract/reports.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { assign } from '../server/test/factories/items.ts'
import { createMember } from '../server/test/factories/users.ts'
import { openBench } from './bench-program.ts'
import { compare, p95 } from './measure.ts'
import { remoteCalls } from '../server/test/remote-calls.ts'
import { fillReports } from './report-workspace.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const BLOCKS = IS_SHORT ? 200_000 : 1_000_000
const CALLS = IS_SHORT ? 12 : 40

const bench = await openBench()
const { db } = bench.app
try {
  const root = await fillReports(bench, BLOCKS)
  const guest = await createMember(db, bench.owner, ROLE.guest)
  await assign(db, root, guest, ROLE.viewer)
  const { id: first } = await db.selectFrom('speakers').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()

  const pairs = [
    { first_condition: 'speakers', second_condition: 'emotions' },
    { first_condition: 'sentence', second_condition: 'speakers' },
  ] as const
  const filters = [
    { query: {}, where: sql`true` },
    { query: { emotion: 'positive' as const }, where: sql`block.sentiment > 0` },
    { query: { speakers: [first + 7] }, where: sql`block.speaker_id = ${first + 7}` },
  ]
  const reports = Array.from({ length: CALLS }, (_, n) => ({ pair: pairs[n % 2]!, filter: filters[n % 3]! }))

  const program = await bench.start('api')
  const succeed = remoteCalls(program.url)
  type Report = (typeof reports)[number]
  const ours = async ({ pair, filter }: Report) => {
    const query = { ...pair, ...filter.query, scope: 'below' } as const
    const { data, total } = await succeed(listReportRows, { params: { projectId: root.projectId }, query }, guest)
    return { total, ids: data.map(({ id }) => id).join() }
  }
  const peer = async ({ filter: { where } }: Report) => {
    const { rows } = await sql<{ id: number }>`
      select block.id, block.uuid, block.content, block.start_time, block.sentiment, file.id as file_id, file.title,
        speaker.name, coalesce(saved.edited_at, transcript.created_at) as updated_at
      from files file join transcripts transcript on transcript.file_id = file.id
      join blocks block on block.transcript_id = transcript.id
      left join speakers speaker on speaker.id = block.speaker_id
      left join transcript_revisions saved on saved.transcript_id = transcript.id and saved.revision = block.revision
      where ${where} order by file.id desc, block.position limit 50
    `.execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total from files file join transcripts transcript on transcript.file_id = file.id
      join blocks block on block.transcript_id = transcript.id where ${where}
    `.execute(db)
    return { total: counted[0]?.total ?? 0, ids: rows.map(({ id }) => id).join() }
  }
  for (const report of reports.slice(0, 6)) {
    const [own, bare] = [await ours(report), await peer(report)]
    strictEqual(own.ids, bare.ids)
    strictEqual(own.total, bare.total)
  }
  const p95Of = (ask: (report: Report) => Promise<unknown>) => async () => {
    const taken: number[] = []
    for (const report of reports) {
      const since = performance.now()
      await ask(report)
      taken.push(performance.now() - since)
    }
    return p95(taken)
  }
  await compare({
    id: 'N2',
    goal: { atMost: 1.3 },
    ours: p95Of(ours),
    peer: p95Of(peer),
    ...(IS_SHORT ? { pairs: 3 } : {}),
    note: `p95 of ${CALLS} first pages over ${BLOCKS} blocks, over HTTP; ${loadNow()}`,
  })
} finally {
  await bench.close()
}
