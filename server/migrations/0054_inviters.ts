import { type Kysely, sql } from 'kysely'

/** The home page queries whether a person has sent an invitation. Accepted invitations count. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index invitations_inviter;
    create index invitations_inviter on invitations (invited_by);
  `.execute(db)
}
