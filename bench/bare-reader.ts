// The peer of A1: asks PostgreSQL the statements that it is given, one after another and prepared, and answers the last
// one's rows as JSON. No token is read, no right asked, no schema, no log. Runs as its own process; says its port.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from './statements.ts'

const [, , databaseUrl = '', given = '[]'] = process.argv
const statements = JSON.parse(given) as Statement[]
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

async function answer(): Promise<string> {
  let rows: unknown[] = []
  for (const [place, { text, values }] of statements.entries()) {
    rows = (await pool.query({ name: `bare_${place}`, text, values: [...values] })).rows
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
