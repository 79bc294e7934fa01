// Selects the recipients of notifications about recordings and comments: pure rules over people's roles. People are not
// notified of their own actions, or of items they cannot see.
import { effectiveRole, type RoleSources } from '../tree/store/access.ts'
import type { CommentPeople, ProcessedFile } from './store.ts'

type Person = RoleSources & { id: number }
type Recording = Pick<ProcessedFile, 'uploadedBy' | 'folderMakers'> & {
  /** The person who imported the transcript, if it was imported. */
  importedBy: number | null
}

function sees(person: Person): boolean {
  return effectiveRole(person) !== null
}

/** The uploader, unless they ended the analysis themselves by an import. */
export function uploader(people: readonly Person[], { uploadedBy, importedBy }: Recording): number[] {
  return people
    .filter((person) => person.id === uploadedBy && person.id !== importedBy && sees(person))
    .map(({ id }) => id)
}

/**
 * People with a role on the file or on a folder above it, and the creators of its folders. People who see the file only
 * as members of the workspace are not notified of every recording.
 */
export function followers(people: readonly Person[], { uploadedBy, importedBy, folderMakers }: Recording): number[] {
  return people
    .filter((person) => person.id !== uploadedBy && person.id !== importedBy && sees(person))
    .filter(({ id, direct, inherited }) => direct !== null || inherited !== null || folderMakers.includes(id))
    .map(({ id }) => id)
}

interface WrittenComment extends Pick<CommentPeople, 'isFirst' | 'participants' | 'owners'> {
  by: number
  /** False for an edit of a comment, which notifies only the people that it mentions for the first time. */
  isNew: boolean
  mentioned: readonly number[]
}

/**
 * Returns the recipients for a comment. Each person is notified once: as mentioned, else as participant, else as owner
 * of the recording.
 */
export function commentReaders(
  people: readonly Person[],
  { by, isNew, isFirst, mentioned, participants, owners }: WrittenComment,
) {
  const ids = people.filter((person) => person.id !== by && sees(person)).map(({ id }) => id)
  const others = isNew ? ids.filter((id) => !mentioned.includes(id)) : []
  const replied = isFirst ? [] : others.filter((id) => participants.includes(id))
  return {
    mentioned: ids.filter((id) => mentioned.includes(id)),
    replied,
    added: others.filter((id) => owners.includes(id) && !replied.includes(id)),
  }
}
