import { type Kysely, sql } from 'kysely'

/** A saved card is that of a person: after a transfer of the workspace, the new owner registers another one. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table payment_customers add column owner_id integer;
    comment on column payment_customers.owner_id is 'The owner for whom the customer was created at the provider. The cards are charged while this person owns the workspace.';
    update payment_customers c set owner_id = w.owner_id from workspaces w
      where w.id = c.workspace_id and c.provider_customer_id is not null;
  `.execute(db)
}
