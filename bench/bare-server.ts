// The peer of A3: a page with a button and one text node. A click posts a text, which is committed to PostgreSQL, sent
// to every open socket, and shown. No session, no permission check, no document. Runs as a separate process and prints
// its port.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'

const [, , databaseUrl = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl })
await pool.query('create table if not exists bare (id int primary key, content text not null)')
await pool.query("insert into bare values (1, '') on conflict do nothing")

const PAGE = `<!doctype html><button>Save</button><p> </p><script>
  let saves = 0
  const shown = document.querySelector('p').firstChild
  document.querySelector('button').onclick = () => fetch('/save', { method: 'POST', body: '保存' + ++saves + '。' })
  new WebSocket('ws://' + location.host).onmessage = ({ data }) => (shown.nodeValue = data)
</script>`

const server = createServer((request, response) => {
  if (request.method !== 'POST') return response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    pool.query('update bare set content = $1 where id = 1', [text]).then(
      () => {
        for (const socket of sockets.clients) socket.send(text)
        response.writeHead(204).end()
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  return response
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
