import { Client, DatabaseError } from 'pg'
import { databaseName } from './cluster.ts'

/** Proves that the server answers our password, and makes the database when it is the first time. */
export const ensureDatabase = async (url: string): Promise<void> => {
  try {
    await query(url, 'SELECT 1')
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error
    const maintenance = new URL(url)
    maintenance.pathname = '/postgres'
    await query(maintenance.href, `CREATE DATABASE ${databaseName}`).catch((cause: unknown) => {
      // 42P04, or 23505 for two at the very same time: another start made it.
      if (!(cause instanceof DatabaseError) || !['42P04', '23505'].includes(cause.code ?? '')) throw cause
    })
  }
}

const query = async (connectionString: string, sql: string) => {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // A server that dies under us ends the query; the event alone must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
