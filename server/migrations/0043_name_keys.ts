import { type Kysely, sql } from 'kysely'

/**
 * Names that the product made are shown in the reader's language: their rows get the key of the name. An existing row gets
 * one only if nobody can have typed its name: root folders, which cannot be renamed, automatic speakers that nobody edited,
 * and the sample of the sample account, whose folder was not changed since it was created.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['projects', 'files', 'speakers', 'tag_categories']) {
    await sql`alter table ${sql.table(table)} add column name_key text`.execute(db)
    await sql`comment on column ${sql.table(table)}.name_key is 'key of a name that the product made; null after a rename'`.execute(
      db,
    )
  }
  await sql`alter table trash add column place_keys text[] not null default '{}'`.execute(db)
  await sql`comment on column trash.place_keys is 'the keys of the names in place'`.execute(db)
  await sql`
    update projects set name_key = 'workspace' from items
    where items.id = projects.item_id and items.depth = 0 and items.parent_id is null and items.trash_id is null
      and projects.name in ('ワークスペース', 'Workspace')
  `.execute(db)
  await sql`
    update projects set name_key = 'sample-folder' from items join users on users.id = items.creator_id
    where items.id = projects.item_id and items.depth = 1 and users.email = 'demo@kaiwa.example'
      and projects.name = 'サンプル' and projects.last_updated_at = items.created_at
  `.execute(db)
  await sql`
    update files set name_key = 'sample-call' from users
    where users.id = files.created_by and users.email = 'demo@kaiwa.example' and files.engine = 'reference'
      and files.title = '商談サンプル'
  `.execute(db)
  await sql`
    update speakers set name_key = 'speaker:' || substring(name from '[0-9]+$')
    where not is_manual and last_edited_at is null and name ~ '^(話者|Speaker )[1-9][0-9]{0,3}$'
  `.execute(db)
}
