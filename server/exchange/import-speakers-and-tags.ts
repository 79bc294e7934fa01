// Maps speakers and tags of a file to those of the workspace. Ids are trusted only for the same recording; otherwise
// they belong to another workspace or file, and names are matched.
import type { TranscriptFile } from '@kaiwa/exchange/transcript-file.ts'
import { toName } from '@kaiwa/exchange/read/name-prefixes.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { comparableName } from '@kaiwa/contract/product-names.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { addSpeaker } from '../speakers/add-speaker.ts'
import { addSpeakersToFolder } from '../speakers/store/project-speakers.ts'
import { findSpeakers, resolveSpeakers } from '../speakers/store/speakers.ts'
import { resolveTags } from '../tags/store/tags.ts'
import { findOrCreateTags } from '../tags/find-or-create-tags.ts'
import type { Editing } from '../transcripts/open-for-edit.ts'
import { assertNamesWithinLimit } from './parse-import.ts'

interface From {
  document: TranscriptFile
  isSameRecording: boolean
}

/** Maps speaker ids of the file to ids here. Creates speakers for names that do not exist in the folder. */
export async function importSpeakers(
  trx: Trx,
  actor: Actor,
  { file, workspaceId }: Editing,
  { document, isSameRecording }: From,
): Promise<Map<number, number>> {
  const speakerIds = new Set(document.blocks.map(({ speaker_id }) => speaker_id))
  const wanted = document.speakers.filter(({ id }) => speakerIds.has(id))
  const ids = isSameRecording
    ? await resolveSpeakers(
        trx,
        actor,
        wanted.map(({ id }) => id),
      )
    : new Map<number, number>()
  const rest = wanted.filter(({ id }) => !ids.has(id))
  // An export names the speakers of the product in the language of its reader.
  const same = (name: string) => comparableName('speaker', name)
  const known = new Map<string, number>()
  for (const { id, name, project_file_ids } of await findSpeakers(trx, actor, { projectId: file.project_id }))
    if (!known.has(same(name)) || project_file_ids.includes(file.id)) known.set(same(name), id)
  const nameOf = ({ name }: { name: string }) => toName(name) ?? '?'
  assertNamesWithinLimit('speakers', rest.filter((speaker) => !known.has(same(nameOf(speaker)))).length)
  for (const speaker of rest) {
    const name = nameOf(speaker)
    const id =
      known.get(same(name)) ?? (await addSpeaker(trx, actor, { workspaceId, projectId: file.project_id, name })).id
    known.set(same(name), id)
    ids.set(speaker.id, id)
  }
  await addSpeakersToFolder(trx, file.project_id, [...new Set(ids.values())])
  return ids
}

function short(name: string, length: number): string {
  return [...(toName(name) ?? '?')].slice(0, length).join('')
}

/** Maps tags by category and name in the same way. */
export async function importTags(
  trx: Trx,
  actor: Actor,
  { file }: Editing,
  { document, isSameRecording }: From,
): Promise<Map<number, number>> {
  const used = new Set(document.blocks.flatMap(({ tags }) => tags.map(({ tag_id }) => tag_id)))
  const wanted = document.tags.filter(({ id }) => used.has(id))
  const states = isSameRecording
    ? await resolveTags(
        trx,
        actor,
        wanted.map(({ id }) => id),
      )
    : new Map<number, string>()
  const live = wanted.filter(({ id }) => states.get(id) === 'live')
  const rest = wanted.filter(({ id }) => states.get(id) !== 'live')
  assertNamesWithinLimit('tags', rest.length)
  const categories = new Map(document.tag_categories.map(({ id, name }) => [id, name]))
  const taken = await findOrCreateTags(
    trx,
    actor,
    file,
    rest.map(({ name, appearance, tag_category_id }) => ({
      name: short(name, LIMITS.tagNameLength),
      appearance: appearance.toUpperCase(),
      category: short(categories.get(tag_category_id) ?? '', LIMITS.nameLength),
    })),
  )
  return new Map([
    ...live.map(({ id }) => [id, id] as const),
    ...rest.map(({ id }, index) => [id, taken[index] as number] as const),
  ])
}
