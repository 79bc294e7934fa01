import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import { findPartialReaders } from '../tree/rights/folder-listeners.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'figures.changed': Record<string, never>
  }
}

type About =
  | { itemIds: readonly number[] }
  | { fileId: number }
  | { transcriptId: number }
  | { speakerIds: readonly number[] }

const placesOf = (about: About) => {
  if ('itemIds' in about) return sql`select unnest(${[...about.itemIds]}::integer[])`
  if ('fileId' in about) return sql`select item_id from files where id = ${about.fileId}`
  if ('transcriptId' in about)
    return sql`
      select files.item_id from transcripts join files on files.id = transcripts.file_id
      where transcripts.id = ${about.transcriptId}`
  return sql`
    select projects.item_id from project_speakers member join projects on projects.id = member.project_id
    where member.speaker_id = any(${[...about.speakerIds]}::integer[])`
}

/**
 * Tells the folders on the way to what changed that their figures (who speaks how much, what is tagged how often) are out
 * of date. It names nothing: whoever hears it may see a folder and not all that stands below it.
 */
export const announceFigures = async (trx: Trx, about: About): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select distinct projects.id from items
    join projects on projects.item_id = any(string_to_array(items.path, '_')::integer[])
    where items.id in (${placesOf(about)}) order by projects.id
  `.execute(trx)
  if (rows.length === 0) return
  const guests = await findPartialReaders(trx, placesOf(about))
  await emit(trx, {
    type: 'figures.changed',
    data: {},
    channels: [...rows.map(({ id }) => `private-project-${id}`), ...guests.map((id) => `private-user-${id}`)],
  })
}

export const tellFigures = (db: Db, about: About): Promise<void> =>
  db.transaction().execute((trx) => announceFigures(trx, about))
