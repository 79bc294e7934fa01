import { type FailedReason, failedReason, fileStatus } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '../accounts/actor.ts'
import * as policy from './policy.ts'
import type { EffectiveRole, FileState, Subject } from './policy.ts'

const kinds = {
  owner: [ROLE.owner, ROLE.owner],
  manager: [ROLE.manager, ROLE.manager],
  'member-editor': [ROLE.member, ROLE.editor],
  member: [ROLE.member, ROLE.viewer],
  'guest editor': [ROLE.guest, ROLE.editor],
  'guest viewer': [ROLE.guest, ROLE.viewer],
  passer: [ROLE.guest, null],
} as const satisfies Record<string, [WorkspaceRole, EffectiveRole | null]>
type Kind = keyof typeof kinds
const everybody = Object.keys(kinds) as Kind[]

const items = {
  root: { is_project: true, depth: 0 },
  folder: { is_project: true, depth: 2 },
  deepest: { is_project: true, depth: 5 },
  file: { is_project: false, depth: 3 },
}

/** The names of the actors that are allowed, in the order of the table above. */
const allowed = (
  place: keyof typeof items,
  rule: (who: { workspaceRole: WorkspaceRole }, item: Subject) => policy.Decision,
) =>
  everybody.filter((kind) => {
    const [workspaceRole, role] = kinds[kind]
    return rule({ workspaceRole }, { ...items[place], role }).allowed
  })

describe('items', () => {
  it.each([
    ['PERM-10 createFolder', 'root', policy.createFolder, ['owner', 'manager', 'member-editor', 'member']],
    ['PERM-10 createFolder', 'folder', policy.createFolder, ['owner', 'manager', 'member-editor']],
    ['PERM-20 createFolder', 'file', policy.createFolder, []],
    ['PERM-11 inviteMemberToFolder', 'root', policy.inviteMember, ['owner', 'manager', 'member-editor', 'member']],
    ['PERM-11 inviteMemberToFolder', 'folder', policy.inviteMember, ['owner', 'manager', 'member-editor']],
    ['WS-16 rename', 'root', policy.rename, []],
    ['PERM-18 rename', 'folder', policy.rename, ['owner', 'manager', 'member-editor']],
    ['PERM-26 rename', 'file', policy.rename, ['owner', 'manager', 'member-editor', 'guest editor']],
    ['WS-17 move', 'root', policy.move, []],
    ['PERM-21 move', 'folder', policy.move, ['owner', 'manager', 'member-editor']],
    ['PERM-19 move', 'file', policy.move, ['owner', 'manager', 'member-editor']],
    ['WS-18 delete', 'root', policy.remove, []],
    ['PERM-18 delete', 'folder', policy.remove, ['owner', 'manager', 'member-editor']],
    ['PERM-26 delete', 'file', policy.remove, ['owner', 'manager', 'member-editor', 'guest editor']],
  ] as const)('%s on the %s', (_name, place, rule, who) => {
    expect(allowed(place, rule)).toEqual(who)
  })

  it('PERM-05 owner, manager and editor upload to folders, PERM-06 viewers do not, and no actor uploads to the root', () => {
    expect(allowed('folder', (_who, item) => policy.upload(item))).toEqual([
      'owner',
      'manager',
      'member-editor',
      'guest editor',
    ])
    expect(allowed('root', (_who, item) => policy.upload(item))).toEqual([])
    expect(allowed('file', (_who, item) => policy.upload(item))).toEqual([])
  })

  it('PERM-12 PERM-22 an actor with a role on an item sees its members', () => {
    expect(allowed('folder', (_who, item) => policy.viewMembers(item))).toEqual(
      everybody.filter((kind) => kind !== 'passer'),
    )
  })

  it('PERM-08 owner, manager and member manage folders at the root; a guest does not, even as editor', () => {
    expect(allowed('root', policy.createFolder)).toEqual(['owner', 'manager', 'member-editor', 'member'])
    expect(allowed('folder', policy.move)).not.toContain('guest editor')
  })

  it('PERM-07 the owner may do everything that a manager may do', () => {
    for (const place of Object.keys(items) as (keyof typeof items)[]) {
      const can = ([workspaceRole, role]: readonly [WorkspaceRole, EffectiveRole | null]) =>
        policy.itemAbilities({ workspaceRole }, { ...items[place], role })
      expect(can(kinds.owner)).toEqual(can(kinds.manager))
    }
  })

  it('WS-36 does not offer a new folder at depth 5', () => {
    const can = (place: keyof typeof items) =>
      policy.itemAbilities({ workspaceRole: ROLE.owner }, { ...items[place], role: ROLE.owner }).create_folder
    expect([can('root'), can('folder'), can('deepest')]).toEqual([true, true, false])
  })

  it('PERM-17 PERM-29 a viewer has only read abilities', () => {
    const { view_members, ...others } = policy.itemAbilities(
      { workspaceRole: ROLE.guest },
      { ...items.folder, role: ROLE.viewer },
    )
    expect([view_members, ...Object.values(others)]).toEqual([true, false, false, false, false, false, false])
  })

  it('the owner and managers manage the trash; the user who deleted an item may restore it while the deletion is recent', () => {
    const by = (workspaceRole: WorkspaceRole, is_recent: boolean, deleted_by: number | null = 1) => [
      policy.maySeeTrashed({ id: 1, workspaceRole }, { deleted_by, is_recent }),
      policy.restore({ id: 1, workspaceRole }, { deleted_by, is_recent }).allowed,
    ]
    for (const role of [ROLE.owner, ROLE.manager] as const)
      expect([by(role, true), by(role, false), by(role, false, 2)]).toEqual([
        [true, true],
        [true, true],
        [true, true],
      ])
    for (const role of [ROLE.member, ROLE.guest] as const)
      expect([by(role, true), by(role, false), by(role, true, 2), by(role, true, null)]).toEqual([
        [true, true],
        [true, false],
        [false, false],
        [false, false],
      ])
    expect(everybody.filter((kind) => policy.manageTrash({ workspaceRole: kinds[kind][0] }).allowed)).toEqual([
      'owner',
      'manager',
    ])
  })

  it('returns the reason of a refusal', () => {
    const viewer = { workspaceRole: ROLE.guest }
    expect(policy.rename(viewer, { ...items.root, role: ROLE.viewer })).toEqual({ allowed: false, reason: 'root' })
    expect(policy.rename(viewer, { ...items.file, role: ROLE.viewer })).toEqual({ allowed: false, reason: 'role' })
  })

  it('a move requires the right to create such an item at the destination', () => {
    const moved = { ...items.file, role: ROLE.owner }
    const folder = { ...items.folder, role: ROLE.owner }
    const at = (place: keyof typeof items, what: Subject) =>
      allowed(place, (who, item) => policy.receive(who, item, what))
    expect(at('root', moved)).toEqual([])
    expect(at('folder', moved)).toEqual(['owner', 'manager', 'member-editor', 'guest editor'])
    expect(at('root', folder)).toEqual(['owner', 'manager', 'member-editor', 'member'])
    expect(at('file', folder)).toEqual([])
  })
})

describe('files', () => {
  const file = (state: Partial<FileState>): FileState => ({
    status: 'processed',
    failed_reason: null,
    note: null,
    is_playable: true,
    block_count: 12,
    is_edited: false,
    ...state,
  })
  const subject = (role: EffectiveRole | null): Subject => ({ ...items.file, role })
  const statuses = (rule: (item: Subject, state: FileState) => policy.Decision, role: EffectiveRole = ROLE.editor) =>
    fileStatus.options.filter(
      (status) => rule(subject(role), file({ status, is_playable: false, block_count: 0 })).allowed,
    )

  it.each([
    ['cancel', policy.cancel, ['uploaded', 'processing']],
    ['redo', policy.redo, ['uploaded', 'processing']],
    ['retry', policy.retry, ['failed', 'canceled']],
    ['PERM-24 edit', policy.edit, ['processed']],
    ['download', policy.download, ['uploaded', 'processing', 'processed', 'failed', 'canceled']],
    ['PROC-15 open', policy.open, ['processed']],
    ['exportTable', policy.exportTable, ['processed']],
    ['importTranscript', policy.importTranscript, ['processed']],
  ] as const)('%s is possible while %s', (_name, rule, when) => {
    expect(statuses(rule)).toEqual(when)
  })

  it('PROC-34 a retry does not overwrite edits made by people', () => {
    const note = { key: 'language-assumed' as const, values: { language: 'ja' as const } }
    const retry = (state: Partial<FileState>) => policy.retry(subject(ROLE.editor), file(state))
    expect(retry({ note })).toEqual({ allowed: true })
    expect(retry({ note, is_edited: true })).toEqual({ allowed: false, reason: 'edited' })
    expect(retry({ status: 'failed', is_edited: true })).toEqual({ allowed: false, reason: 'edited' })
  })

  it('PERM-06 PERM-29 a viewer may only open the file', () => {
    for (const rule of [policy.cancel, policy.redo, policy.retry, policy.edit, policy.download])
      expect(statuses(rule, ROLE.viewer)).toEqual([])
    expect(statuses(policy.open, ROLE.viewer)).toEqual(['processed'])
  })

  it('a viewer exports the transcript as a document, not as a table, and cannot import one', () => {
    expect(statuses(policy.exportTranscript, ROLE.viewer)).toEqual(['processed'])
    expect(statuses(policy.exportTable, ROLE.viewer)).toEqual([])
    expect(statuses(policy.importTranscript, ROLE.viewer)).toEqual([])
  })

  it('a transcript can be imported if the recording is playable and no processing runs', () => {
    const takes = (state: Partial<FileState>) => policy.importTranscript(subject(ROLE.editor), file(state)).allowed
    expect(
      (['failed', 'canceled', 'processed'] as const).map((status) => takes({ status, is_playable: true })),
    ).toEqual([true, true, true])
    expect(takes({ status: 'failed', is_playable: false })).toBe(false)
    expect(takes({ status: 'processing', is_playable: true })).toBe(false)
  })

  it('opens after its first block exists or its recording plays', () => {
    const opens = (state: Partial<FileState>) => policy.open(subject(ROLE.viewer), file(state)).allowed
    expect(opens({ status: 'processing', is_playable: false, block_count: 0 })).toBe(false)
    expect(opens({ status: 'processing', is_playable: true, block_count: 0 })).toBe(true)
    expect(opens({ status: 'processing', is_playable: false, block_count: 1 })).toBe(true)
    expect(policy.open(subject(null), file({})).allowed).toBe(false)
  })

  it('may be transcribed again in another language if the language was only assumed', () => {
    const assumed = { key: 'language-assumed' as const, values: { language: 'en' } }
    expect(policy.retry(subject(ROLE.editor), file({ note: assumed })).allowed).toBe(true)
    expect(policy.retry(subject(ROLE.viewer), file({ note: assumed })).allowed).toBe(false)
    expect(policy.retry(subject(ROLE.editor), file({ note: { key: 'one-speaker', values: {} } })).allowed).toBe(false)
  })

  it('resumes after every failure except final ones', () => {
    const resumes = (failed_reason: FailedReason) =>
      policy.retry(subject(ROLE.editor), file({ status: 'failed', failed_reason })).allowed
    expect(failedReason.options.filter((reason) => !resumes(reason))).toEqual([
      'file-not-found',
      'no-audio-detected',
      'no-transcript',
      'max-file-size-exceeded',
    ])
  })
})
