// The peer of A1: one row by its id from PostgreSQL, as JSON. No session, no rights, no schema, no log. Runs as its own
// process; says its port.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const [, , databaseUrl = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

const server = createServer((request, response) => {
  const id = Number(request.url?.split('/').at(-1))
  pool.query('select id, title, status, original_size, created_at from files where id = $1', [id]).then(
    ({ rows }) => {
      const body = JSON.stringify(rows[0])
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
