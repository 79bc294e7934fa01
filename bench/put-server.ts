// The peer of U1: a plain `http PUT` to disk with fsync. Runs as a separate process and prints its port.

import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

const [, , path = ''] = process.argv

const server = createServer((request, response) => {
  pipeline(request, createWriteStream(path, { flush: true })).then(
    () => response.writeHead(201).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
