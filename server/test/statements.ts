// The statements of a piece of work and their query plans: the cost of a query is measured by PostgreSQL's plans instead
// of by time.
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Runs `work` with a database that records; returns the statements as they were sent to PostgreSQL. */
export async function statementsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(recorder))
  return nodes.map((node) => db.getExecutor().compileQuery(node, createQueryId()))
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

/** All steps of the plan of a statement. */
export async function planOf(db: Db, { sql: text, parameters }: CompiledQuery): Promise<Plan[]> {
  const query = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(query)
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => flat(plan)))
}
