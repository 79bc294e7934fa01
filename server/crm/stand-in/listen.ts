// The API of the stand-in on a separate port, which each process opens at its first use. It is not a path of the program's
// own server: a worker has none, the server's port may be unknown or behind a proxy, and calls of the program to itself
// would count against its limits of connections. All processes answer from the same tables, so that it does not matter which
// port a token came from. The port is open on this machine only; without a token it answers nothing.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Db } from '../../platform/database/database.ts'
import { seedPortal } from './seed/seed-portal.ts'
import { answerAsHubspot } from './stand-in.ts'
import type { TrialApp } from './tokens.ts'

/** Most bytes of a request: 500 values of 65,536 characters are refused by HubSpot, too. */
const MAX_BODY_BYTES = 10_000_000

export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

async function answer(db: Db, app: TrialApp, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  if (body === null) return void response.writeHead(413).end()
  const given = await answerAsHubspot(
    { db, app },
    {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      authorization: request.headers.authorization ?? null,
      body,
    },
  )
  response.writeHead(given.status, given.headers).end(given.body)
}

/** Base URL of the API. The server ends with the process. */
export async function listenAsHubspot(db: Db, app: TrialApp): Promise<string> {
  await seedPortal(db)
  const server = createServer((request, response) => {
    answer(db, app, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
