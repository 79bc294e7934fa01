import { FOUND_ROWS, type searchEverywhere as contract } from '@kaiwa/contract/search-everywhere.ts'
import type { HomeFile } from '@kaiwa/contract/home.ts'
import { fullName } from '../accounts/person.ts'
import { presentFile } from '../files/present-file.ts'
import { type Reader, readerOf } from '../files/reader.ts'
import { fileOrderBy } from '../files/store/order.ts'
import { viewMembers } from '../membership/members/policy.ts'
import type { Db } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { searchFiles } from './search-files.ts'
import {
  findNamedFiles,
  findNamedFolders,
  findNamedMembers,
  findNamedSpeakers,
  findNamedTags,
  findRootPath,
} from './store/everywhere.ts'

const NOTHING = { folders: [], files: [], members: [], speakers: [], tags: [], spoken: [] }

async function filesByTitle(db: Db, reader: Reader, words: string): Promise<HomeFile[]> {
  const rows = await findNamedFiles(db, reader.actor, words)
  return rows.map((row) => ({
    ...presentFile(row, reader),
    folder: { id: row.project_id, name: row.folder_name },
  }))
}

async function members(db: Db, { actor }: Reader, words: string) {
  if (actor.workspaceId === null || !viewMembers(actor).allowed) return []
  const rows = await findNamedMembers(db, actor.workspaceId, words)
  return rows.map((row) => ({ id: row.id, name: fullName(row), avatar: row.avatar, email: row.email }))
}

/** Searches everything that the reader sees, with one statement for each group. */
export const searchEverywhere: Handler<typeof contract> = async ({ query }, context) => {
  const { db } = context.app
  const reader = readerOf(context)
  const { actor } = reader
  const words = query.query.trim()
  const root = words === '' ? undefined : await findRootPath(db, actor)
  if (root === undefined) return NOTHING
  const spokenIn = {
    below: root,
    words,
    onlySpoken: true,
    order: fileOrderBy(actor, '-last_updated_at'),
    offset: 0,
    limit: FOUND_ROWS,
  }
  const [folders, files, people, speakers, tags, spoken] = await Promise.all([
    findNamedFolders(db, actor, words),
    filesByTitle(db, reader, words),
    members(db, reader, words),
    findNamedSpeakers(db, actor, words),
    findNamedTags(db, actor, words),
    searchFiles(db, reader, spokenIn),
  ])
  return { folders, files, members: people, speakers, tags, spoken }
}
