import { type FailedReason, failedReason, fileStatus } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import { exportTable, exportTranscript, importTranscript } from '../exchange/policy.ts'
import { clip, download } from '../media/policy.ts'
import { cancel, changeLanguage, redo, retry } from '../processing/policy.ts'
import { edit } from '../transcripts/policy.ts'
import type { Decision, EffectiveRole, Subject } from '../tree/policy.ts'
import { type FileState, open } from './policy.ts'

describe('rules about a file, of all domains', () => {
  const file = (state: Partial<FileState>): FileState => ({
    status: 'processed',
    failed_reason: null,
    note: null,
    is_playable: true,
    has_stream: true,
    block_count: 12,
    is_edited: false,
    ...state,
  })
  const subject = (role: EffectiveRole | null): Subject => ({ is_project: false, depth: 3, role })
  const statuses = (rule: (item: Subject, state: FileState) => Decision, role: EffectiveRole = ROLE.editor) =>
    fileStatus.options.filter(
      (status) => rule(subject(role), file({ status, is_playable: false, has_stream: false, block_count: 0 })).allowed,
    )

  it.each([
    ['cancel', cancel, ['uploaded', 'processing']],
    ['redo', redo, ['uploaded', 'processing']],
    ['retry', retry, ['failed', 'canceled']],
    ['changeLanguage', changeLanguage, ['uploaded', 'processing', 'processed', 'failed', 'canceled']],
    ['PERM-24 edit', edit, ['processed']],
    ['download', download, ['uploaded', 'processing', 'processed', 'failed', 'canceled']],
    ['PROC-15 open', open, ['processed']],
    ['exportTable', exportTable, ['processed']],
    ['importTranscript', importTranscript, ['processed']],
  ] as const)('%s is possible while %s', (_name, rule, when) => {
    expect(statuses(rule)).toEqual(when)
  })

  it('PROC-34 a retry does not overwrite edits made by people', () => {
    const note = { key: 'language-assumed' as const, values: { language: 'ja' as const } }
    const judge = (state: Partial<FileState>) => retry(subject(ROLE.editor), file(state))
    expect(judge({ note })).toEqual({ allowed: true })
    expect(judge({ note, is_edited: true })).toEqual({ allowed: false, reason: 'edited' })
    expect(judge({ status: 'failed', is_edited: true })).toEqual({ allowed: false, reason: 'edited' })
  })

  it('PERM-06 PERM-29 a viewer may only open the file', () => {
    for (const rule of [cancel, redo, retry, changeLanguage, edit, download])
      expect(statuses(rule, ROLE.viewer)).toEqual([])
    expect(statuses(open, ROLE.viewer)).toEqual(['processed'])
  })

  it('a viewer exports the transcript as a document, not as a table, and cannot import one', () => {
    expect(statuses(exportTranscript, ROLE.viewer)).toEqual(['processed'])
    expect(statuses(exportTable, ROLE.viewer)).toEqual([])
    expect(statuses(importTranscript, ROLE.viewer)).toEqual([])
  })

  it('a clip needs the stream, and the role of editor', () => {
    const judge = (role: EffectiveRole, has_stream: boolean) => clip(subject(role), file({ has_stream }))
    expect(judge(ROLE.editor, true)).toEqual({ allowed: true })
    expect(judge(ROLE.editor, false)).toEqual({ allowed: false, reason: 'state' })
    expect(judge(ROLE.viewer, true)).toMatchObject({ allowed: false })
  })

  it('a transcript can be imported if the recording is playable and no processing runs', () => {
    const takes = (state: Partial<FileState>) => importTranscript(subject(ROLE.editor), file(state)).allowed
    expect(
      (['failed', 'canceled', 'processed'] as const).map((status) => takes({ status, is_playable: true })),
    ).toEqual([true, true, true])
    expect(takes({ status: 'failed', is_playable: false })).toBe(false)
    expect(takes({ status: 'processing', is_playable: true })).toBe(false)
  })

  it('opens after its first block exists or its recording plays', () => {
    const opens = (state: Partial<FileState>) => open(subject(ROLE.viewer), file(state)).allowed
    expect(opens({ status: 'processing', is_playable: false, block_count: 0 })).toBe(false)
    expect(opens({ status: 'processing', is_playable: true, block_count: 0 })).toBe(true)
    expect(opens({ status: 'processing', is_playable: false, block_count: 1 })).toBe(true)
    expect(open(subject(null), file({})).allowed).toBe(false)
  })

  it('may be transcribed again in another language if the language was only assumed', () => {
    const assumed = { key: 'language-assumed' as const, values: { language: 'en' } }
    expect(retry(subject(ROLE.editor), file({ note: assumed })).allowed).toBe(true)
    expect(retry(subject(ROLE.viewer), file({ note: assumed })).allowed).toBe(false)
    expect(retry(subject(ROLE.editor), file({ note: { key: 'one-speaker', values: {} } })).allowed).toBe(false)
  })

  it('may be transcribed again if passages are missing and the transcript has not been edited', () => {
    const note = { key: 'parts-missing' as const, values: { count: '1' } }
    expect(retry(subject(ROLE.editor), file({ note })).allowed).toBe(true)
    expect(retry(subject(ROLE.viewer), file({ note })).allowed).toBe(false)
    expect(retry(subject(ROLE.editor), file({ note, is_edited: true })).allowed).toBe(false)
  })

  it.each(['not-media', 'broken-media', 'too-long'] as const)(
    'a recording that cannot be read (%s) is not resumed, in no language',
    (key) => {
      const unreadable = file({ status: 'failed', failed_reason: 'pre-processing-failed', note: { key, values: {} } })
      const refused = { allowed: false, reason: 'state' }
      expect(retry(subject(ROLE.editor), unreadable)).toEqual(refused)
      expect(changeLanguage(subject(ROLE.editor), unreadable)).toEqual(refused)
      const other = { ...unreadable, note: { key: 'media-program-missing' as const, values: {} } }
      expect(retry(subject(ROLE.editor), other).allowed).toBe(true)
    },
  )

  it('the language cannot be changed after edits made by people', () => {
    const edited = { allowed: false, reason: 'edited' }
    expect(changeLanguage(subject(ROLE.editor), file({ is_edited: true }))).toEqual(edited)
    expect(changeLanguage(subject(ROLE.editor), file({ status: 'canceled', is_edited: true }))).toEqual(edited)
  })

  it('resumes after every failure except final ones', () => {
    const resumes = (failed_reason: FailedReason) =>
      retry(subject(ROLE.editor), file({ status: 'failed', failed_reason })).allowed
    expect(failedReason.options.filter((reason) => !resumes(reason))).toEqual([
      'file-not-found',
      'no-audio-detected',
      'no-transcript',
      'max-file-size-exceeded',
    ])
  })
})
