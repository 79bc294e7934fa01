// What an operation asks of PostgreSQL, word by word: to count it, or for a peer that is to ask the very same.

import type { Db } from '../server/platform/database/database.ts'

/** As it is sent, but for bytes, which stand as PostgreSQL writes them (`\x…`). */
export type Statement = { text: string; values: readonly unknown[] }

const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

export function recordStatements(db: Db) {
  // A part of a statement passes by as a query of its own; only what has a result was sent.
  const built = new WeakMap<object, Statement>()
  const sent: Statement[] = []
  const recording: Db = db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId)
      built.set(queryId, { text, values: parameters.map(plain) })
      return node
    },
    async transformResult({ result, queryId }) {
      const statement = built.get(queryId)
      if (statement) sent.push(statement)
      return result
    },
  })
  /** The statements that `run` sends by way of the recording database, in order of their answers. */
  const statementsOf = async (run: () => Promise<unknown>): Promise<Statement[]> => {
    sent.length = 0
    await run()
    return [...sent]
  }
  return { db: recording, statementsOf }
}
