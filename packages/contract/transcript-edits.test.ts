import { expect, it } from 'vitest'
import { changeSet, releaseLock, requestLock, saveBlocks } from './transcript-edits.ts'
import { editLock } from './transcripts.ts'
import { events } from './events.ts'
import { changeSentiment, listKeywords } from './analysis.ts'
import { changeSection } from './sections.ts'
import { changeBlockSpeaker, createFileSpeaker, createProjectSpeaker, mergeSpeakers, speakerForm } from './speakers.ts'
import { createTag, DEFAULT_TAG_COLOUR, listTagBlocks, moveTag, TAG_COLOURS, tagBlockUsage, tagRange } from './tags.ts'

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

function keys(shape: { shape: object }) {
  return Object.keys(shape.shape).sort().join(' ')
}

it('EDIT-32 a lock has its holder, blocks, expiry and version', () => {
  expect(keys(editLock)).toBe('by locked_block_uuids until version')
})

it('EDIT-67 EDIT-69 a change set has blocks, insert, delete, speaker and section, all optional', () => {
  expect(changeSet.parse({})).toEqual({ blocks: [], insert: [], delete: [], speaker: [], section: [] })
  const saved = {
    uuid,
    content: '予算',
    start_time: 1,
    end_time: 2,
    terms: [{ text: '予算', start_time: 1, end_time: 2, offset: 0 }],
    tags: [],
    is_break: false,
  }
  const parsed = saveBlocks.body!.parse({ blocks: [saved], insert: [{ ...saved, position: 0, speaker_id: 3 }] })
  expect(parsed.blocks[0]).toEqual({
    ...saved,
    terms: [{ ...saved.terms[0], type: 0, score: 0, base: '', reading: '', confidence: 1 }],
  })
  expect(keys(changeSet.shape.insert.unwrap().element)).toBe(
    'content end_time is_break position speaker_id start_time tags terms uuid',
  )
})

it('EDIT-71 a save returns its changes to tags and speakers, and the last editor', () => {
  expect(keys(saveBlocks.response)).toBe(
    'added_speaker_ids added_tag_usages last_edited_at last_edited_by lock removed_tag_usages revision speakers',
  )
  expect(keys(saveBlocks.response.shape.removed_tag_usages.element)).toBe('block_id tag_id')
})

it.each([
  ['EDIT-72', requestLock, 'POST /projects/{projectId}/files/{fileId}/request-lock'],
  ['EDIT-73', releaseLock, 'POST /projects/{projectId}/files/{fileId}/release-lock'],
  ['ANA-10', listKeywords, 'GET /files/{fileId}/keywords'],
  ['ANA-07', changeSentiment, 'PATCH /blocks/sentiment'],
  ['SEC-09', changeSection, 'PATCH /blocks/section-name'],
  ['SPK-36', createProjectSpeaker, 'POST /projects/{projectId}/speakers'],
  ['SPK-37', createFileSpeaker, 'POST /files/{fileId}/speakers'],
  ['SPK-40', mergeSpeakers, 'POST /speakers/merge'],
  ['SPK-41', changeBlockSpeaker, 'PATCH /blocks/speaker'],
  ['TAG-33', createTag, 'POST /files/{fileId}/tags'],
  ['TAG-34', listTagBlocks, 'GET /projects/{projectId}/tag-blocks'],
  ['TAG-36', moveTag, 'POST /tags/update-display-order'],
])('%s has the specified method and path', (_, { method, path }, place) => expect(`${method} ${path}`).toBe(place))

it.each([
  [{}, true],
  [{ name: '', description: null }, false],
  [{ name: '佐藤', description: 'あ'.repeat(255) }, true],
  [{ name: '佐藤', description: 'あ'.repeat(256) }, false],
])('SPK-13 SPK-14 the speaker form %# is validated', (form, accepted) =>
  expect(speakerForm.safeParse({ name: '佐藤', ...form }).success).toBe(accepted),
)

it('TAG-20 TAG-21 there are eight colours, including the default for a new tag', () => {
  expect([new Set(TAG_COLOURS).size, TAG_COLOURS[0]]).toEqual([8, '#FD6F2C'])
  expect(createTag.body!.parse({ name: '課題' }).appearance).toBe(DEFAULT_TAG_COLOUR)
  expect(createTag.body!.safeParse({ name: '課題', appearance: 'red' }).success).toBe(false)
})

it.each([
  [100, true],
  [101, false],
])('TAG-22 a tag name of %d characters', (length, accepted) =>
  expect(createTag.body!.safeParse({ name: 'あ'.repeat(length) }).success).toBe(accepted),
)

it('TAG-24 TAG-25 usages and ranges have the fields of the specification', () => {
  expect(keys(tagBlockUsage)).toBe('count project_file speaker tag transcript_block')
  expect(keys(tagRange)).toBe('block_uuid is_new offset tag_id tag_uuid text')
})

it.each([
  ['RT-07', 'transcript.edit_lock_updated', 'lock project_file_id'],
  ['RT-08', 'project.category_tag_updated', 'project_id'],
  ['RT-09', 'transcript.tag_updated', 'blockUuid revision tags transcript_id'],
  ['RT-10', 'block.speaker_changed', 'block_ids project_file_id revision speaker_id transcript_id'],
] as const)('%s %s carries %s', (_, event, fields) => expect(keys(events[event].data)).toBe(fields))
