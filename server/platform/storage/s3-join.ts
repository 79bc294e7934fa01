// Joins ranges of several objects into one object inside the bucket: copied bytes do not pass through this process.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { type CopyPart, type Piece, planCopy } from './plan-copy.ts'

/** Parts that are made in parallel. */
const AT_ONCE = 4

interface Target {
  client: S3Client
  Bucket: string
  Key: string
}
type ReadPiece = (piece: Piece) => Promise<Uint8Array>

async function makePart(
  { client, Bucket, Key }: Target,
  UploadId: string | undefined,
  PartNumber: number,
  part: CopyPart,
  read: ReadPiece,
): Promise<{ ETag: string | undefined; PartNumber: number }> {
  const place = { Bucket, Key, UploadId, PartNumber }
  if ('send' in part) {
    const Body = Buffer.concat(await Promise.all(part.send.map(read)))
    const { ETag } = await client.send(new UploadPartCommand({ ...place, Body }))
    return { ETag, PartNumber }
  }
  const { key, from, to } = part.copy
  const source = { CopySource: `${Bucket}/${key}`, CopySourceRange: `bytes=${from}-${to - 1}` }
  const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...place, ...source }))
  return { ETag: CopyPartResult?.ETag, PartNumber }
}

/** The S3 service cannot copy ranges: the caller sends the bytes itself. */
function cannotCopy(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && (error.name === 'NotImplemented' || error.$metadata.httpStatusCode === 501)
  )
}

/**
 * Returns false, and leaves no object, if the service cannot copy ranges. `read` returns the bytes of ranges that are
 * too small to be copied.
 */
export async function joinInBucket(target: Target, pieces: readonly Piece[], read: ReadPiece): Promise<boolean> {
  const { client, Bucket, Key } = target
  const parts = planCopy(pieces)
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  try {
    const made: { ETag: string | undefined; PartNumber: number }[] = []
    for (let start = 0; start < parts.length; start += AT_ONCE) {
      const some = parts.slice(start, start + AT_ONCE)
      made.push(...(await Promise.all(some.map((part, at) => makePart(target, UploadId, start + at + 1, part, read)))))
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: made } }))
    return true
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    if (cannotCopy(error)) return false
    throw error
  }
}
