// Access rules for items: pure functions of the actor's workspace role and the effective role from the access join. An
// item that the actor may not see never gets here; it is answered like one that does not exist.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { FileAbilities } from '@kaiwa/contract/files.ts'
import type { ItemAbilities, ProjectAbilities } from '@kaiwa/contract/items.ts'
import type { FailedReason, FileNote, FileStatus } from '@kaiwa/contract/files.ts'
import type { SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'

/** The effective role of an actor on an item. */
export type EffectiveRole = typeof ROLE.owner | typeof ROLE.manager | typeof ROLE.editor | typeof ROLE.viewer

/**
 * An item as the rules see it. `role` is null for a folder that a guest sees only because they were invited to a file
 * in it.
 */
export type Subject = { is_project: boolean; depth: number; role: EffectiveRole | null }

/**
 * Why something is refused: the item is the root, the role is too low, its state does not allow it now, it contains
 * edits made by people, or the action would target the actor.
 */
export type Reason = 'root' | 'role' | 'state' | 'edited' | 'self'
export type Decision = { allowed: true } | { allowed: false; reason: Reason }

type Caller = Pick<Actor, 'workspaceRole'>

const YES: Decision = { allowed: true }
const no = (reason: Reason): Decision => ({ allowed: false, reason })
/** Returns the first refusal, or YES. */
const all = (...decisions: Decision[]): Decision => decisions.find(({ allowed }) => !allowed) ?? YES
const when = (condition: boolean, reason: Reason): Decision => (condition ? YES : no(reason))

const isRoot = (item: Subject): boolean => item.depth === 0
const notRoot = (item: Subject): Decision => when(!isRoot(item), 'root')

const editing: readonly (EffectiveRole | null)[] = [ROLE.owner, ROLE.manager, ROLE.editor]
const editor = (item: Subject): Decision => when(editing.includes(item.role), 'role')

/** Returns whether the actor has an editing role on the item: owner, manager or editor. */
export const mayEdit = (item: Subject): boolean => editor(item).allowed

/** Owner, manager and member; not guests. */
const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]
const notGuest = (actor: Caller): Decision => when(managing.includes(actor.workspaceRole), 'role')

/** Allowed for the owner and managers, a member at the root, and a member with an editing role on the folder. */
export const createFolder = (actor: Caller, folder: Subject): Decision =>
  all(when(folder.is_project, 'state'), notGuest(actor), isRoot(folder) ? YES : editor(folder))

/** Inviting people to a folder requires the right to create folders in it. */
export const inviteMember = (actor: Caller, folder: Subject): Decision => createFolder(actor, folder)

export const viewMembers = (item: Subject): Decision => when(item.role !== null, 'role')

/** Folders are managed by editors who are not guests, files by all editors, guests included. */
const keep = (actor: Caller, item: Subject): Decision =>
  all(notRoot(item), editor(item), item.is_project ? notGuest(actor) : YES)

export const rename = keep
export const remove = keep

/** Whether the item may leave its folder; `receive` checks the destination. */
export const move = (actor: Caller, item: Subject): Decision => all(notRoot(item), notGuest(actor), editor(item))

export const upload = (folder: Subject): Decision =>
  all(when(folder.is_project, 'state'), notRoot(folder), editor(folder))

export const receive = (actor: Caller, destination: Subject, moved: Subject): Decision =>
  moved.is_project ? createFolder(actor, destination) : upload(destination)

/** Whether the actor may put any item into the destination: folders or files. */
export const moveIntoAny = (actor: Caller, destination: Subject): Decision => {
  const folders = createFolder(actor, destination)
  return folders.allowed ? folders : upload(destination)
}

/** Whether the depth allows a new folder inside this one. */
export const hasRoomBelow = (folder: Subject): boolean => folder.depth < LIMITS.folderDepth

/** The right to see everything in the trash, restore it and delete it permanently. */
export const manageTrash = (actor: Caller): Decision => when(accountAbilities(actor).keep_trash, 'role')

type Trashed = { deleted_by: number | null; is_recent: boolean }

/**
 * Whether the actor may know that an item is in the trash: actors who manage the trash, and the user who deleted the
 * item.
 */
export const maySeeTrashed = (actor: Pick<Actor, 'id' | 'workspaceRole'>, { deleted_by: by }: Trashed): boolean =>
  by === actor.id || manageTrash(actor).allowed

/** Restore from the trash. The user who deleted an item may restore it while the deletion is recent. */
export const restore = (actor: Pick<Actor, 'id' | 'workspaceRole'>, trashed: Trashed): Decision =>
  trashed.deleted_by === actor.id && trashed.is_recent ? YES : manageTrash(actor)

/** The columns of a file that decide which actions are allowed now. */
export type FileState = {
  status: FileStatus
  failed_reason: FailedReason | null
  note: FileNote | null
  is_playable: boolean
  block_count: number
  /** People edited the transcript. A new analysis does not count as an edit. */
  is_edited: boolean
}

const runs = (file: FileState): boolean => file.status === 'uploaded' || file.status === 'processing'

// Reasons after which processing cannot resume: the recording is missing or contains nothing to transcribe.
const final: readonly (FailedReason | null)[] = [
  'file-not-found',
  'max-file-size-exceeded',
  'no-audio-detected',
  'no-transcript',
]

export const cancel = (item: Subject, file: FileState): Decision => all(editor(item), when(runs(file), 'state'))

/** Cancels the processing and starts it again. */
export const redo = (item: Subject, file: FileState): Decision => cancel(item, file)

/** The language was only assumed. An editor may choose another and transcribe the recording again. */
const isAssumed = (file: FileState): boolean => file.status === 'processed' && file.note?.key === 'language-assumed'

/**
 * Resumes after failed or canceled, or transcribes again in another language after an assumption. A new transcription
 * replaces the transcript, so it is refused after edits made by people.
 */
export const retry = (item: Subject, file: FileState): Decision => {
  const resumable = file.status === 'canceled' || (file.status === 'failed' && !final.includes(file.failed_reason))
  return all(editor(item), when(resumable || isAssumed(file), 'state'), when(!file.is_edited, 'edited'))
}

export const edit = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(editor(item), when(file.status === 'processed', 'state'))

/** Speakers belong to folders. An editor of the folder creates, renames and merges them. */
export const editSpeakers = (folder: Subject): Decision => all(when(folder.is_project, 'state'), editor(folder))

/**
 * Tags belong to the workspace. An editor of a folder creates and changes them from its page or from the pages of its
 * files.
 */
export const editTags = (folder: Subject): Decision => editSpeakers(folder)

/** A speaker, judged by the reader's roles on its folders: an editor of at least one of them may edit it. */
export const editSpeaker = (roles: readonly (EffectiveRole | null)[]): Decision =>
  when(
    roles.some((role) => editing.includes(role)),
    'role',
  )

/** Only speakers that people created may be merged into another. */
export const mergeSpeaker = (roles: readonly (EffectiveRole | null)[], speaker: { is_manual: boolean }): Decision =>
  all(editSpeaker(roles), when(speaker.is_manual, 'state'))

/** Download of the original recording, after its upload is complete. */
export const download = (item: Subject, file: FileState): Decision =>
  all(editor(item), when(file.status !== 'waiting' && file.failed_reason !== 'file-not-found', 'state'))

/**
 * The bytes of the original for a player. An actor who is not editor gets them only until the stream is made;
 * afterwards they play the stream, and the original is a download.
 */
export const playOriginal = (item: Subject, file: { has_stream: boolean }): Decision =>
  all(when(item.role !== null, 'role'), when(mayEdit(item) || !file.has_stream, 'role'))

/** Export of the transcript as a document: allowed for every reader. */
export const exportTranscript = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(when(item.role !== null, 'role'), when(file.status === 'processed', 'state'))

/** Export of the transcript as a table (CSV): allowed for editors, as for tables everywhere. */
export const exportTable = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(editor(item), exportTranscript(item, file))

/** Import of a transcript: allowed for a processed file, and for a failed or canceled one whose recording is playable. */
export const importTranscript = (item: Subject, file: FileState): Decision =>
  all(
    editor(item),
    when(file.status === 'processed' || (file.is_playable && ['failed', 'canceled'].includes(file.status)), 'state'),
  )

/** A file can be opened after its first block can be read or its recording plays. */
export const open = (item: Subject, file: FileState): Decision =>
  all(
    when(item.role !== null, 'role'),
    when(file.status === 'processed' || file.is_playable || file.block_count > 0, 'state'),
  )

export const itemAbilities = (actor: Caller, item: Subject): ItemAbilities => ({
  rename: rename(actor, item).allowed,
  move: move(actor, item).allowed,
  delete: remove(actor, item).allowed,
  create_folder: createFolder(actor, item).allowed && hasRoomBelow(item),
  upload: upload(item).allowed,
  view_members: viewMembers(item).allowed,
  invite: inviteMember(actor, item).allowed,
})

/** Abilities on a folder's page: those of the folder as an item, speakers and tags. */
export const projectAbilities = (actor: Caller, folder: Subject): ProjectAbilities => ({
  ...itemAbilities(actor, folder),
  edit_speakers: editSpeakers(folder).allowed,
  edit_tags: editTags(folder).allowed,
})

export const speakerAbilities = (
  roles: readonly (EffectiveRole | null)[],
  speaker: { is_manual: boolean },
): SpeakerAbilities => ({
  edit: editSpeaker(roles).allowed,
  merge: mergeSpeaker(roles, speaker).allowed,
})

export const fileAbilities = (actor: Caller, item: Subject, file: FileState): FileAbilities => ({
  open: open(item, file).allowed,
  rename: rename(actor, item).allowed,
  move: move(actor, item).allowed,
  delete: remove(actor, item).allowed,
  cancel: cancel(item, file).allowed,
  retry: retry(item, file).allowed,
  edit: edit(item, file).allowed,
  download: download(item, file).allowed,
  export: exportTranscript(item, file).allowed,
  export_table: exportTable(item, file).allowed,
  import: importTranscript(item, file).allowed,
})
