// Who may do what with an item: pure rules over the actor's workspace role and the effective role that the access join
// found. What an actor may not see never gets here: it is answered like something that does not exist.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { FileAbilities } from '@kaiwa/contract/files.ts'
import type { ItemAbilities, ProjectAbilities } from '@kaiwa/contract/items.ts'
import type { FailedReason, FileNote, FileStatus } from '@kaiwa/contract/files.ts'
import type { SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'

/** What an actor has on an item in the end: as the owner, a manager, an editor or a viewer. */
export type EffectiveRole = typeof ROLE.owner | typeof ROLE.manager | typeof ROLE.editor | typeof ROLE.viewer

/** An item as the rules see it. `role` is null for a folder of which a guest sees only a file that they were invited to. */
export type Subject = { is_project: boolean; depth: number; role: EffectiveRole | null }

/**
 * Why something is refused: the item is the root, the role is too low, its state does not allow it now, people's work, or
 * that it would be done to oneself.
 */
export type Reason = 'root' | 'role' | 'state' | 'edited' | 'self'
export type Decision = { allowed: true } | { allowed: false; reason: Reason }

type Who = Pick<Actor, 'workspaceRole'>

const YES: Decision = { allowed: true }
const no = (reason: Reason): Decision => ({ allowed: false, reason })
/** The first refusal decides. */
const all = (...decisions: Decision[]): Decision => decisions.find(({ allowed }) => !allowed) ?? YES
const when = (condition: boolean, reason: Reason): Decision => (condition ? YES : no(reason))

const isRoot = (item: Subject): boolean => item.depth === 0
const notRoot = (item: Subject): Decision => when(!isRoot(item), 'root')

const editing: readonly (EffectiveRole | null)[] = [ROLE.owner, ROLE.manager, ROLE.editor]
const editor = (item: Subject): Decision => when(editing.includes(item.role), 'role')

/** Whether the actor is editor of the item, by whatever way. */
export const mayEdit = (item: Subject): boolean => editor(item).allowed

/** Owner, manager and member, as opposed to a guest. */
const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]
const notGuest = (actor: Who): Decision => when(managing.includes(actor.workspaceRole), 'role')

/** Owner, manager, a member at the root, or a member who is editor of the folder. */
export const createFolder = (actor: Who, folder: Subject): Decision =>
  all(when(folder.is_project, 'state'), notGuest(actor), isRoot(folder) ? YES : editor(folder))

/** Whoever may make folders in it may invite people to it. */
export const inviteMember = (actor: Who, folder: Subject): Decision => createFolder(actor, folder)

export const viewMembers = (item: Subject): Decision => when(item.role !== null, 'role')

/** Folders are kept by people of the workspace, files by whoever is editor of them, guests included. */
const keep = (actor: Who, item: Subject): Decision =>
  all(notRoot(item), editor(item), item.is_project ? notGuest(actor) : YES)

export const rename = keep
export const remove = keep

/** Whether the item may leave its place; `receive` says where it may go. */
export const move = (actor: Who, item: Subject): Decision => all(notRoot(item), notGuest(actor), editor(item))

export const upload = (folder: Subject): Decision =>
  all(when(folder.is_project, 'state'), notRoot(folder), editor(folder))

export const receive = (actor: Who, destination: Subject, moved: Subject): Decision =>
  moved.is_project ? createFolder(actor, destination) : upload(destination)

/** Whether the actor may put anything there at all: folders or files. */
export const receiveAny = (actor: Who, destination: Subject): Decision => {
  const folders = createFolder(actor, destination)
  return folders.allowed ? folders : upload(destination)
}

/** Whether a folder may still be made inside, by depth alone. */
export const hasRoomBelow = (folder: Subject): boolean => folder.depth < LIMITS.folderDepth

/** Whoever keeps the trash sees what was deleted, whoever did it, and decides about it. */
export const keepTrash = (actor: Who): Decision => when(accountAbilities(actor).keep_trash, 'role')

type Trashed = { deleted_by: number | null; is_recent: boolean }

/** Whether the actor knows that it is in the trash: whoever keeps that, and whoever put it there. */
export const mayKnow = (actor: Pick<Actor, 'id' | 'workspaceRole'>, { deleted_by: by }: Trashed): boolean =>
  by === actor.id || keepTrash(actor).allowed

/** From the trash; whoever deleted something undoes that while it has only just happened. */
export const restore = (actor: Pick<Actor, 'id' | 'workspaceRole'>, trashed: Trashed): Decision =>
  trashed.deleted_by === actor.id && trashed.is_recent ? YES : keepTrash(actor)

/** The part of a file's row that decides what may be done with it now. */
export type FileState = {
  status: FileStatus
  failed_reason: FailedReason | null
  note: FileNote | null
  is_playable: boolean
  block_count: number
  /** People changed its transcript; an analysis anew does not count. */
  is_edited: boolean
}

const runs = (file: FileState): boolean => file.status === 'uploaded' || file.status === 'processing'

// There is nothing to go on with: the recording is not there, or holds nothing to transcribe.
const final: readonly (FailedReason | null)[] = [
  'file-not-found',
  'max-file-size-exceeded',
  'no-audio-detected',
  'no-transcript',
]

export const cancel = (item: Subject, file: FileState): Decision => all(editor(item), when(runs(file), 'state'))

/** Cancels and starts again. */
export const redo = (item: Subject, file: FileState): Decision => cancel(item, file)

/** The language was only assumed: whoever knows better may choose it and have the recording heard again. */
const isAssumed = (file: FileState): boolean => file.status === 'processed' && file.note?.key === 'language-assumed'

/**
 * Resume after failed or canceled; again, in another language, after an assumption. To be heard again makes a transcript new:
 * what people wrote into it must not be lost.
 */
export const retry = (item: Subject, file: FileState): Decision => {
  const resumable = file.status === 'canceled' || (file.status === 'failed' && !final.includes(file.failed_reason))
  return all(editor(item), when(resumable || isAssumed(file), 'state'), when(!file.is_edited, 'edited'))
}

export const edit = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(editor(item), when(file.status === 'processed', 'state'))

/** Speakers belong to folders: whoever is editor there makes, names and merges them. */
export const editSpeakers = (folder: Subject): Decision => all(when(folder.is_project, 'state'), editor(folder))

/** Tags are the workspace's. Whoever is editor of a folder makes and changes them from its page, as from its files. */
export const editTags = (folder: Subject): Decision => editSpeakers(folder)

/** A speaker, by the reader's roles in its folders: whoever is editor in one of them. */
export const editSpeaker = (roles: readonly (EffectiveRole | null)[]): Decision =>
  when(
    roles.some((role) => editing.includes(role)),
    'role',
  )

/** Who may be merged into another: only speakers that people made. */
export const mergeSpeaker = (roles: readonly (EffectiveRole | null)[], speaker: { is_manual: boolean }): Decision =>
  all(editSpeaker(roles), when(speaker.is_manual, 'state'))

/** The original recording, once it has arrived. */
export const download = (item: Subject, file: FileState): Decision =>
  all(editor(item), when(file.status !== 'waiting' && file.failed_reason !== 'file-not-found', 'state'))

/**
 * The bytes of the original for a player. Whoever is not editor gets them only while they are the stream, that is until one
 * is made: afterwards they play the stream, and the original is a download.
 */
export const playOriginal = (item: Subject, file: { has_stream: boolean }): Decision =>
  all(when(item.role !== null, 'role'), when(mayEdit(item) || !file.has_stream, 'role'))

/** The transcript as a document: whoever reads it may take it along. */
export const exportTranscript = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(when(item.role !== null, 'role'), when(file.status === 'processed', 'state'))

/** As a table (CSV), by the rule that holds for tables everywhere. */
export const exportTable = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(editor(item), exportTranscript(item, file))

/** A transcript from a file: while nothing runs, and where there is a recording that it can be read beside. */
export const importTranscript = (item: Subject, file: FileState): Decision =>
  all(
    editor(item),
    when(file.status === 'processed' || (file.is_playable && ['failed', 'canceled'].includes(file.status)), 'state'),
  )

/** A file opens as soon as its first block can be read or its recording plays. */
export const open = (item: Subject, file: FileState): Decision =>
  all(
    when(item.role !== null, 'role'),
    when(file.status === 'processed' || file.is_playable || file.block_count > 0, 'state'),
  )

export const itemAbilities = (actor: Who, item: Subject): ItemAbilities => ({
  rename: rename(actor, item).allowed,
  move: move(actor, item).allowed,
  delete: remove(actor, item).allowed,
  create_folder: createFolder(actor, item).allowed && hasRoomBelow(item),
  upload: upload(item).allowed,
  view_members: viewMembers(item).allowed,
  invite: inviteMember(actor, item).allowed,
})

/** What may be done on a folder's own page, beside what may be done with it as an item. */
export const projectAbilities = (actor: Who, folder: Subject): ProjectAbilities => ({
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

export const fileAbilities = (actor: Who, item: Subject, file: FileState): FileAbilities => ({
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
