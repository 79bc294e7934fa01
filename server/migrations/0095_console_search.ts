import { type Kysely, sql } from 'kysely'

/**
 * Texts that the console searches are stored: normalizing one took several times as long as reading its row. Enabled and
 * disabled users are listed and counted by an index alone.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- Dropped first, because adding a stored column would build them again.
    drop index users_search;
    drop index companies_search;
    drop index subscription_requests_search;
    drop index invoices_search;
    drop index operator_actions_search;

    alter table users add column search text generated always as
      (search_text(last_name || first_name || ' ' || first_name || ' ' || email)) stored;
    alter table companies add column search text generated always as
      (search_text(name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email)) stored;
    alter table subscription_requests add column search text generated always as
      (search_text(company_name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email)) stored;
    alter table invoices add column search text generated always as
      (search_text(number || ' ' || coalesce(company ->> 'name', '') || ' ' || coalesce(company ->> 'contact_name', '') ||
        ' ' || coalesce(company ->> 'contact_email', ''))) stored;
    alter table operator_actions add column search text generated always as
      (search_text(subject_name || ' ' || coalesce(operator_name, '') || ' ' || coalesce(operator_email, ''))) stored;
    -- The generated column is still empty when the trigger runs. It depends on columns that are compared.
    create or replace function keep_invoices() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and (old.pdf_key is null or new.pdf_key = old.pdf_key)
        and to_jsonb(new) - array['status', 'paid_at', 'pdf_key', 'mailed_at', 'search']
          = to_jsonb(old) - array['status', 'paid_at', 'pdf_key', 'mailed_at', 'search'] then return new; end if;
      if tg_op = 'DELETE' and old.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = old.workspace_id) then return old; end if;
      raise exception 'invoices are never changed';
    end $$;
    comment on column users.search is 'Text in which the console finds words: without width and case.';

    create index users_search on users using gin (search_grams(search));
    create index companies_search on companies using gin (search_grams(search));
    create index subscription_requests_search on subscription_requests using gin (search_grams(search));
    create index invoices_search on invoices using gin (search_grams(search));
    create index operator_actions_search on operator_actions using gin (search_grams(search));

    -- Reading a whole table to compute them takes minutes.
    alter function search_grams cost 1000;

    drop index users_disabled;
    create index users_status on users (is_disabled, id desc);
  `.execute(db)
}
