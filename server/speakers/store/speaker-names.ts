import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { type NameReader, shownName } from '../../tree/store/shown-name.ts'

/** Speakers by id, with the name that the reader sees. The ids come from blocks that the reader sees. */
export async function findSpeakerNames(db: Db | Trx, reader: NameReader, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; avatar: string | null }>`
    select speaker.id, ${shownName(reader, 'speaker')} as name, speaker.avatar
    from speakers speaker where speaker.id = any(${[...ids]}::integer[])
  `.execute(db)
  return rows
}
