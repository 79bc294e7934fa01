// Records the SQL statements of an operation, to count them, or for a peer that sends the same ones.

import type { Db } from '../server/platform/database/database.ts'

/** As sent, except that bytes are written in PostgreSQL's notation (`\x…`). */
export interface Statement {
  text: string
  values: readonly unknown[]
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
}

export function recordStatements(db: Db) {
  // The plugin also sees parts of statements; only those with a result were sent.
  const built = new WeakMap<object, Statement>()
  const sent: Statement[] = []
  /** Otherwise nothing is recorded: it compiles each statement of the query builder a second time. */
  let isRecording = false
  const recording: Db = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (!isRecording) return node
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
  /** The statements that `run` sends through the recording database, in order of their results. */
  const statementsOf = async (run: () => Promise<unknown>): Promise<Statement[]> => {
    sent.length = 0
    isRecording = true
    try {
      await run()
    } finally {
      isRecording = false
    }
    return [...sent]
  }
  return { db: recording, statementsOf }
}
