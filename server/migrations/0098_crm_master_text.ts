import { type Kysely, sql } from 'kysely'

/** The definitions of a portal are stored as they are sent. They are a cache: HubSpot is asked again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    delete from crm_master;
    alter table crm_master drop data, add portal_id text not null, add names text[] not null, add data text not null;
    comment on column crm_master.names is 'Names of the properties.';
    comment on column crm_master.data is 'JSON, checked by the schema of the answer: it is sent without being read.';
  `.execute(db)
}
