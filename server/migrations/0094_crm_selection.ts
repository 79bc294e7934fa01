import { type Kysely, sql } from 'kysely'

/** A write saves the ticked properties as selection, of which it may send only those that change. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table crm_writes add selection text[];
    comment on column crm_writes.selection is 'Becomes the selection of the workspace with the end of the write; null: it is not saved.';
    update crm_writes set selection = array(
      select property->>'name' from jsonb_array_elements(properties) with ordinality as listed(property, place) order by place
    ) where saves_selection and status = 'sending' and jsonb_typeof(properties) = 'array';
    alter table crm_writes drop saves_selection;
  `.execute(db)
}
