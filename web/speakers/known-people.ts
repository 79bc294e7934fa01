// Suggestions for an unnamed speaker: speakers with a name, then members of the file.
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { normalise } from '@kaiwa/language/normalise.ts'
import { isUnnamed } from '@kaiwa/transcript/speaker-identity.ts'

type NamedSpeaker = Pick<Speaker, 'id' | 'name' | 'avatar'>

/** A person who could be one of the file's speakers. `speakerId` is null for a member without a speaker. */
export interface KnownPerson {
  key: string
  name: string
  avatar: string | null
  speakerId: number | null
}

interface Sources {
  /** Speakers of this file. */
  inFile: readonly NamedSpeaker[]
  /** Speakers of the folders that the reader sees. */
  others: readonly NamedSpeaker[]
  members: readonly { name: string; avatar: string | null }[]
}

/** Maximum number of suggestions in the list. */
const MAX_PEOPLE = 6

/** Equal for names that differ only in width, case and spaces: 田中 太郎 and 田中太郎. */
function keyOf(name: string): string {
  return normalise(name).replaceAll(/\s/gu, '')
}

/** People whose name contains `typed`, each name once, without names that the product made. */
function peopleWith({ inFile, others, members }: Sources, typed: string): KnownPerson[] {
  const wanted = keyOf(typed)
  const found = new Map<string, KnownPerson>()
  const add = (name: string, avatar: string | null, speakerId: number | null) => {
    const key = keyOf(name)
    if (key !== '' && !isUnnamed(name) && key.includes(wanted) && !found.has(key))
      found.set(key, { key, name, avatar, speakerId })
  }
  for (const { id, name, avatar } of [...inFile, ...others]) add(name, avatar, id)
  for (const { name, avatar } of members) add(name, avatar, null)
  return [...found.values()]
}

/** The first people whose name contains `typed`, to choose from. */
export function knownPeople(sources: Sources, typed: string): KnownPerson[] {
  return peopleWith(sources, typed).slice(0, MAX_PEOPLE)
}

/** The person with exactly this name, whether or not suggested. */
export function personNamed(sources: Sources, typed: string): KnownPerson | undefined {
  const wanted = keyOf(typed)
  return peopleWith(sources, typed).find(({ key }) => key === wanted)
}
