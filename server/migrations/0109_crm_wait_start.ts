import { type Kysely, sql } from 'kysely'

/** When HubSpot asked for a wait: one that began in the future is from before the clock was put back (decision 181). */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table crm_connections add blocked_at timestamptz;
    comment on column crm_connections.blocked_at is 'When HubSpot asked to wait until blocked_until.';
  `.execute(db)
}
