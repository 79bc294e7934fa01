import { type Kysely, sql } from 'kysely'

/** Mails with a stored file attached, and indexes for the closing of months and the mailing of invoices. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table waiting_mails add column attachment_key text;
    alter table waiting_mails add column attachment_name text;
    alter table waiting_mails add constraint waiting_mails_attachment
      check ((attachment_key is null) = (attachment_name is null));
    comment on column waiting_mails.attachment_key is 'Key of the storage; the file is read when the mail is sent.';

    create index invoices_unmailed on invoices (id)
      where mailed_at is null and (payment_type in ('monthly', 'yearly') or kind = 'return');
    -- A function, because billing does not read the tables of higher layers.
    create function is_plan_promised(of_plan integer) returns boolean language sql stable
      begin atomic
        select exists (select from subscription_requests where plan_id = of_plan)
          or exists (select from payment_links where plan_id = of_plan);
      end;
    comment on function is_plan_promised is 'Whether an application or a link in a mail refers to the version of a plan.';

    create index billing_ledger_uninvoiced on billing_ledger (subscription_id, month)
      where billing_type = 'purchase_point' and invoice_id is null;
  `.execute(db)
}
