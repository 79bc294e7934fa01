// Decides who is notified about a recording: pure rules over people's roles. People are not notified of their own actions,
// or of items they cannot see.
import { effectiveRole, type RoleSources } from '../tree/store/access.ts'
import type { ProcessedFile } from './store.ts'

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
