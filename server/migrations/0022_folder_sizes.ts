import { type Kysely, sql } from 'kysely'

/** A folder's size is one sum over two indexes: the folders below it, and the file sizes in each. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index items_folders on items (path, id) where is_project;
    create index files_sizes on files (project_id) include (original_size, derived_size);
  `.execute(db)
}
