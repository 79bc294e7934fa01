// The peer of A1: sends the given prepared statements to PostgreSQL in sequence and returns the rows of the last one as
// JSON. No token, no permission check, no validation, no log. Runs as a separate process and prints its port.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from './statements.ts'

const [, , databaseUrl = '', given = '[]'] = process.argv
const statements = JSON.parse(given) as Statement[]
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

async function answer(): Promise<string> {
  let rows: unknown[] = []
  for (const [index, { text, values }] of statements.entries()) {
    rows = (await pool.query({ name: `bare_${index}`, text, values: [...values] })).rows
  }
  return JSON.stringify(rows)
}

const server = createServer((_request, response) => {
  answer().then(
    (body) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
