// A minimal client of the tus endpoint, so that tests control what is sent.
import { createHash, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { requestUpload, type UploadCredentials, type UploadEntry, type UploadTicket } from '@kaiwa/contract/uploads.ts'
import type { TestFolder } from './factories/items.ts'
import type { TestUser } from './factories/users.ts'
import type { TestApp } from './open-test-app.ts'

/** An announced upload with its endpoint and headers. */
export type TestUpload = UploadCredentials & { endpoint: string; headers: Record<string, string>; size: number }

export function entryOf(bytes: number, entry: Partial<UploadEntry> = {}) {
  return {
    uuid: randomUUID(),
    name: '商談.mp4',
    size: bytes / BYTES_PER_MB,
    duration: 1,
    num_speaker: null,
    ...entry,
  }
}

/** The four headers of every tus request. */
export function tusHeaders(ticket: UploadTicket, uuid: string): Record<string, string> {
  const credentials = ticket.uploads[uuid] as UploadCredentials
  return {
    'Tus-Resumable': '1.0.0',
    AuthorizationSignature: credentials.tus_signature,
    AuthorizationExpire: String(credentials.expired_at),
    VideoId: credentials.video_id,
    LibraryId: credentials.is_audio ? ticket.audio_library_id : ticket.library_id,
  }
}

/** Announces an upload of `size` bytes; the endpoint is that of the listening test server. */
export async function requestTestUpload(
  test: TestApp,
  folder: TestFolder,
  as: TestUser,
  size: number,
  entry: Partial<UploadEntry> = {},
): Promise<TestUpload> {
  const file = entryOf(size, entry)
  const ticket = await test.succeed(requestUpload, { params: { id: folder.projectId }, body: { files: [file] } }, as)
  const credentials = ticket.uploads[file.uuid] as UploadCredentials
  const endpoint = `${await test.listen()}/api/tus`
  return { ...credentials, endpoint, headers: tusHeaders(ticket, file.uuid), size }
}

/** Announces a live recording of unknown length. */
export function requestLiveUpload(
  test: TestApp,
  folder: TestFolder,
  as: TestUser,
  name = '録音.m4a',
): Promise<TestUpload> {
  return requestTestUpload(test, folder, as, 0, { name, recording: true, size: undefined, duration: 0 })
}

export function checksum(bytes: Uint8Array, algorithm: 'sha256' | 'sha1' = 'sha256'): string {
  return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`
}

export interface TusAnswer {
  status: number
  headers: Headers
  text: string
  offset: number | null
}

export async function callTus(url: string, method: string, headers: Record<string, string>, body?: Uint8Array) {
  const response = await fetch(url, { method, headers, ...(body ? { body: Buffer.from(body) } : {}) })
  const offset = response.headers.get('upload-offset')
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    offset: offset === null ? null : Number(offset),
  }
}

export function urlOf(upload: TestUpload): string {
  return `${upload.endpoint}/${upload.video_id}`
}

const OCTETS = { 'Content-Type': 'application/offset+octet-stream' }

export const tus = {
  create: (upload: TestUpload, headers: Record<string, string> = {}, body?: Uint8Array): Promise<TusAnswer> =>
    callTus(upload.endpoint, 'POST', { ...upload.headers, 'Upload-Length': String(upload.size), ...headers }, body),
  /** Creates a live recording: its length is declared later. */
  defer: (upload: TestUpload, headers: Record<string, string> = {}): Promise<TusAnswer> =>
    callTus(upload.endpoint, 'POST', { ...upload.headers, 'Upload-Defer-Length': '1', ...headers }),
  head: (upload: TestUpload, headers: Record<string, string> = {}): Promise<TusAnswer> =>
    callTus(urlOf(upload), 'HEAD', { ...upload.headers, ...headers }),
  patch: (upload: TestUpload, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    callTus(
      urlOf(upload),
      'PATCH',
      { ...upload.headers, ...OCTETS, 'Upload-Offset': String(offset), ...headers },
      bytes,
    ),
  terminate: (upload: TestUpload): Promise<TusAnswer> => callTus(urlOf(upload), 'DELETE', upload.headers),
}

/**
 * Opens a PATCH with a Content-Length or chunked encoding, without sending any bytes of its body; the test writes them
 * to the socket.
 */
export async function openPatch(upload: TestUpload, offset: number, length: number | 'chunked'): Promise<Socket> {
  const { hostname, port, pathname } = new URL(urlOf(upload))
  const body = length === 'chunked' ? { 'Transfer-Encoding': length } : { 'Content-Length': length }
  const headers = { ...upload.headers, ...OCTETS, ...body, 'Upload-Offset': offset, Host: hostname }
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`PATCH ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

/** The status code of the answer on this connection. */
export function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('data', (data) => resolve(Number(String(data).split(' ', 2)[1])))
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
}
