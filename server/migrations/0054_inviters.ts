import { type Kysely, sql } from 'kysely'

/** The home asks whether a person has ever invited somebody, also by invitations that were accepted. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index invitations_inviter;
    create index invitations_inviter on invitations (invited_by);
  `.execute(db)
}
