import { expect, it } from 'vitest'
import { everyOperation } from './every-operation.ts'

function callOf(name: string) {
  const { method, path } = everyOperation.find((operation) => operation.name === name) ?? {}
  return `${method} ${path}`
}

// Left: names chosen by us, because the specification leaves them open. Right: calls that existing clients use.
it.each([
  ['getFile', 'GET /projects/{projectId}/files/{id}'],
  ['renameFile', 'PUT /projects/{projectId}/files/{id}'],
  ['deleteFile', 'DELETE /projects/{projectId}/files/{id}'],
  ['requestLock', 'POST /projects/{projectId}/files/{fileId}/request-lock'],
  ['releaseLock', 'POST /projects/{projectId}/files/{fileId}/release-lock'],
  ['getTranscript', 'GET /files/{fileId}/transcript'],
  ['saveBlocks', 'PATCH /transcripts/{id}/blocks'],
  ['getTranscriptChanges', 'GET /transcripts/{id}/changes'],
  ['reanalyzeTranscript', 'POST /transcripts/{id}/reanalyze'],
  ['cancelFile', 'POST /files/{fileId}/cancel'],
  ['retryFile', 'POST /files/{fileId}/retry'],
  ['redoFile', 'POST /files/{fileId}/redo'],
  ['changeLanguage', 'POST /files/{fileId}/language'],
  ['getDownload', 'GET /files/{fileId}/download'],
])('API-07 %s is %s', (name, call) => expect(callOf(name)).toBe(call))

it('API-07 every call about one file identifies it by the file in its folder, the file, or the transcript', () => {
  const about = everyOperation.filter(({ path }) => /file|transcript/i.test(path) && !path.startsWith('/profile'))
  const places =
    /^\/(projects\/\{\w+\}\/files|files\/\{fileId\}|transcripts\/\{id\}|hubspot\/files\/\{projectFileId\})(\/|$)/
  expect(about.map(({ path }) => path).filter((path) => !places.test(path))).toEqual([])
})
