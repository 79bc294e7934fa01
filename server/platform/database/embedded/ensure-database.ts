import { Client, DatabaseError } from 'pg'
import { databaseName } from './cluster.ts'

/** Verifies that the server accepts the password, and creates the database on the first start. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await query(url, 'SELECT 1')
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error
    const maintenance = new URL(url)
    maintenance.pathname = '/postgres'
    await query(maintenance.href, `CREATE DATABASE ${databaseName}`).catch((cause: unknown) => {
      // 42P04, or 23505 in case of a race: another start has created it.
      if (!(cause instanceof DatabaseError) || !['42P04', '23505'].includes(cause.code ?? '')) throw cause
    })
  }
}

async function query(connectionString: string, sql: string) {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // If the server dies, the query rejects; the error event must not end the process as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
