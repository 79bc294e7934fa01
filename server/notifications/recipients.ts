// Who is told of a recording: pure rules over how people stand to it. Nobody is told of what they did themselves, nor of
// what they may not see.
import { effectiveRole, type Standing } from '../sharing/people.ts'
import type { Analysed } from './find-analysed.ts'

type Person = Standing & { id: number }
type Recording = Pick<Analysed, 'uploadedBy' | 'folderMakers'> & {
  /** Who made it readable by bringing a transcript in. */
  importedBy: number | null
}

const sees = (person: Person): boolean => effectiveRole(person) !== null

/** Whoever uploaded it, unless they ended its analysis themselves. */
export const uploader = (people: readonly Person[], { uploadedBy, importedBy }: Recording): number[] =>
  people.filter((person) => person.id === uploadedBy && person.id !== importedBy && sees(person)).map(({ id }) => id)

/**
 * Those with whom it is shared by name, on the file or above it, and the makers of its folders. Whoever sees it only as one
 * of the workspace is not told of each recording that anybody makes.
 */
export const followers = (people: readonly Person[], { uploadedBy, importedBy, folderMakers }: Recording): number[] =>
  people
    .filter((person) => person.id !== uploadedBy && person.id !== importedBy && sees(person))
    .filter(({ id, direct, inherited }) => direct !== null || inherited !== null || folderMakers.includes(id))
    .map(({ id }) => id)
