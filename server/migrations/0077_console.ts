import { type Kysely, sql } from 'kysely'

/**
 * The operator's console: the audit log of operators, and indexes for lists of a million rows. Names and addresses are
 * found by their pairs of characters, because PostgreSQL's trigram extension may be missing and Japanese names are short.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table operator_actions (
      id bigint generated always as identity primary key,
      action text not null,
      subject text not null check (subject in ('user', 'workspace', 'request', 'subscription', 'invoice')),
      subject_id integer not null,
      subject_name text not null,
      -- Null for a command of the installation. Rows outlive users.
      operator_id integer,
      operator_name text,
      operator_email text,
      before jsonb not null check (jsonb_typeof(before) = 'object'),
      after jsonb not null check (jsonb_typeof(after) = 'object'),
      created_at timestamptz not null default now()
    );
    comment on table operator_actions is 'Audit log: every change by an operator. Append-only; rows are kept for seven years.';
    comment on column operator_actions.before is 'Values before the change. Passwords are never stored.';

    create function keep_operator_actions() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.created_at < now() - interval '7 years' then return old; end if;
      raise exception 'operator_actions is append-only';
    end $$;
    create trigger operator_actions_append_only before update or delete on operator_actions
      for each row execute function keep_operator_actions();
    create trigger operator_actions_keep before truncate on operator_actions
      for each statement execute function keep_operator_actions();
    create index operator_actions_action on operator_actions (action, id desc);
    create index operator_actions_operator on operator_actions (operator_id, id desc);

    create function search_text(value text) returns text language sql immutable strict parallel safe as $$
      select ' ' || lower(normalize(value, NFKC))
    $$;
    create function search_grams(value text) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct substr(value, n, 2)), '{}') from generate_series(1, length(value) - 1) n
    $$;
    comment on function search_grams is 'The pairs of neighbouring characters of a text. A text contains words only if it has all of their pairs.';

    create index users_search on users using gin
      (search_grams(search_text(last_name || first_name || ' ' || first_name || ' ' || email)));
    create index companies_search on companies using gin
      (search_grams(search_text(name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email)));
    create index subscription_requests_search on subscription_requests using gin
      (search_grams(search_text(company_name || ' ' || contact_last_name || contact_first_name || ' ' || contact_email)));
    create index invoices_search on invoices using gin
      (search_grams(search_text(number || ' ' || coalesce(company ->> 'name', '') || ' ' ||
        coalesce(company ->> 'contact_name', '') || ' ' || coalesce(company ->> 'contact_email', ''))));
    create index operator_actions_search on operator_actions using gin
      (search_grams(search_text(subject_name || ' ' || coalesce(operator_name, '') || ' ' || coalesce(operator_email, ''))));

    create index users_created on users (created_at);
    create index users_disabled on users (id desc) where is_disabled;
    create index users_operators on users (id) where is_operator;
    create index workspaces_owner on workspaces (owner_id);
    create index workspaces_closed on workspaces (owner_id) where status = 'closed';
    create index subscriptions_status on subscriptions (status, id desc);
    create index invoices_due on invoices (due_date) where status = 'pending';
    create index billing_ledger_type on billing_ledger (billing_type, id desc);
    create index usage_ledger_minutes on usage_ledger (created_at) include (amount) where kind = 'minute';
    create index files_failed on files (last_updated_at) where status = 'failed';
  `.execute(db)
}
