import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type S3rver from 's3rver'
import { describe, expect, it } from 'vitest'
import { S3_CONFIG, startS3 } from '../../test/start-s3.ts'
import { itBehavesLikeStorage } from './conformance.ts'
import { openWorkFolders } from '../work-folders.ts'
import { openS3 } from './s3.ts'

let copied = 0

/** Adds UploadPartCopy to s3rver, which does not support it, with the behaviour of real services. */
function copyParts(server: S3rver): void {
  server.middleware.unshift(async (request, next) => {
    const source = request.headers['x-amz-copy-source']
    const { uploadId, partNumber } = request.query
    if (source === undefined || uploadId === undefined || partNumber === undefined) return next()
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers['x-amz-copy-source-range'] ?? '') ?? []
    const [bucket = '', ...key] = source.replace(/^\//, '').split('/')
    const range = { start: Number(start), end: Number(end) }
    const object = await request.store.getObject(bucket, key.join('/'), range)
    if (!object) {
      request.status = 404
      request.type = 'application/xml'
      request.body = '<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>'
      return undefined
    }
    const { md5 } = await request.store.putPart(bucket, uploadId, partNumber, object.content)
    copied += range.end - range.start + 1
    request.type = 'application/xml'
    request.body = `<CopyPartResult><ETag>"${md5}"</ETag></CopyPartResult>`
    return undefined
  })
}

async function open({ copies }: { copies: boolean }) {
  const directory = await mkdtemp(join(tmpdir(), 'kaiwa-s3-'))
  const { server, config } = await startS3(directory, copies ? copyParts : undefined)
  return {
    storage: openS3(config, openWorkFolders(directory)),
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

describe('a service that copies ranges', () => {
  itBehavesLikeStorage(() => open({ copies: true }))
  // Of the 24 MiB that the suite joins, only bytes that fill up small parts are sent.
  it('copies most of the bytes itself', () => expect(copied).toBeGreaterThan(10 * 1_048_576))
})

describe('a service that cannot copy ranges', () => {
  itBehavesLikeStorage(() => open({ copies: false }))
})

it('fails its check if the service is unreachable', async () => {
  await expect(
    openS3({ ...S3_CONFIG, endpoint: 'http://127.0.0.1:1' }, openWorkFolders(tmpdir())).check(),
  ).rejects.toThrow('ECONNREFUSED')
})
