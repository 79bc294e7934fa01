import { type Kysely, sql } from 'kysely'

/**
 * Contracts and what is billed for them: versions of plans and prices, planned changes of a contract, the ledger of
 * points and money, peaks of storage and seats, closed months and invoices. Ledgers and invoices do not reference
 * workspaces or users: they are kept for at least seven years, and as long as the workspace exists.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table price_lists (
      id integer generated always as identity primary key,
      valid_from date not null unique check (extract(day from valid_from) = 1),
      membership_price integer not null check (membership_price >= 0),
      minute_points integer not null check (minute_points >= 0),
      storage_points integer not null check (storage_points >= 0),
      chat_points integer not null check (chat_points >= 0),
      editor_points integer not null check (editor_points >= 0),
      viewer_points integer not null check (viewer_points >= 0),
      basic_minute integer not null check (basic_minute >= 0),
      basic_storage integer not null check (basic_storage >= 0),
      basic_chat integer not null check (basic_chat >= 0),
      basic_editor integer not null check (basic_editor >= 0),
      basic_viewer integer not null check (basic_viewer >= 0),
      trial_days integer not null check (trial_days > 0)
    );
    comment on table price_lists is 'Prices and limits that do not depend on a plan, from the month valid_from in Japan. A list that was used is never changed.';
    comment on column price_lists.membership_price is 'Yen per month without tax for a membership without a plan.';
    comment on column price_lists.minute_points is 'Points per minute beyond the limit; one point is one yen without tax. Storage is per GB and month, seats per month.';
    comment on column price_lists.basic_minute is 'Limits without a plan.';

    insert into price_lists (valid_from, membership_price, minute_points, storage_points, chat_points, editor_points,
      viewer_points, basic_minute, basic_storage, basic_chat, basic_editor, basic_viewer, trial_days)
    values ('2020-01-01', 1000, 10, 50, 20, 3000, 300, 10, 1, 5, 0, 2, 30);

    alter table plans drop constraint plans_name_key;
    alter table plans add column valid_from date not null default '2020-01-01' check (extract(day from valid_from) = 1);
    alter table plans add column valid_until date check (extract(day from valid_until) = 1 and valid_until > valid_from);
    alter table plans add column audience text not null default 'business' check (audience in ('business', 'personal', 'trial'));
    alter table plans add constraint plans_version unique (name, valid_from);
    comment on column plans.valid_until is 'First month in which the plan can no longer be chosen; null if none. Subscriptions that have it keep it.';
    comment on column plans.yearly_price is 'Monthly fee in yen without tax under a yearly contract.';
    update plans set audience = 'trial' where name = 'trial';

    create table companies (
      id integer generated always as identity primary key,
      name text not null,
      department_name text,
      contact_last_name text not null,
      contact_first_name text not null,
      contact_email text not null,
      contact_phone text not null,
      postal_code text not null,
      prefecture text not null,
      city text not null,
      address_1 text not null,
      address_2 text,
      created_at timestamptz not null default now()
    );
    comment on table companies is 'Companies as they were when a contract was made or changed. Rows are never changed.';

    alter table subscriptions add column price_list_id integer references price_lists;
    update subscriptions set price_list_id = (select min(id) from price_lists);
    alter table subscriptions alter column price_list_id set not null;
    alter table subscriptions add column company_id integer references companies;
    alter table subscriptions add column trial_ends_at timestamptz;
    alter table subscriptions add column suspended_at timestamptz;
    alter table subscriptions add column is_given boolean not null default false;
    alter table subscriptions add column created_at timestamptz not null default now();
    comment on column subscriptions.plan_id is 'Plan sold at the start; plan_changes has later ones. Null for a membership without a plan.';
    comment on column subscriptions.end_date is 'End of the contract, the first instant of a month in Japan, once cancellation was requested. Exclusive.';
    comment on column subscriptions.trial_ends_at is 'End of a trial; null for every other subscription.';
    comment on column subscriptions.suspended_at is 'Since when the limits are the basic ones because a charge was not paid within the grace period.';
    update subscriptions set trial_ends_at = start_date + interval '30 days'
      where plan_id in (select id from plans where audience = 'trial');
    -- Until now, every plan was given by the installation.
    update subscriptions set is_given = true where trial_ends_at is null;
    comment on column subscriptions.is_given is 'The plan of the start was given by the installation (KAIWA_SIGNUP_PLAN) and has no fee, until a plan change holds.';
    create index subscriptions_workspace on subscriptions (workspace_id);
    create index subscriptions_company on subscriptions (company_id);

    create table plan_changes (
      id integer generated always as identity primary key,
      subscription_id integer not null references subscriptions on delete cascade,
      -- First day of the month in Japan from which the change holds.
      from_month date not null check (extract(day from from_month) = 1),
      plan_id integer references plans,
      payment_type text not null check (payment_type in ('credit_card', 'monthly', 'yearly')),
      company_id integer references companies,
      requested_by integer,
      created_at timestamptz not null default now(),
      -- When an operator removed a change that had not begun.
      deleted_at timestamptz
    );
    comment on table plan_changes is 'The terms of a subscription in a month are those of its last change up to that month, otherwise those of the subscription.';
    create unique index plan_changes_month on plan_changes (subscription_id, from_month) where deleted_at is null;

    create table usage_peaks (
      workspace_id integer not null references workspaces on delete cascade,
      month date not null check (extract(day from month) = 1),
      kind text not null check (kind in ('storage', 'editor', 'viewer')),
      -- Bytes or persons.
      amount bigint not null check (amount >= 0),
      primary key (workspace_id, month, kind)
    );

    create table billing_ledger (
      id bigint generated always as identity primary key,
      workspace_id integer not null,
      subscription_id integer,
      billing_type text not null check (billing_type in
        ('payment_auto', 'payment_invoice', 'payment_invoice_credit_card', 'purchase_point', 'give_point', 'use_point')),
      money bigint not null default 0,
      point bigint not null default 0,
      kind text check (kind in ('minute', 'storage', 'chat', 'editor', 'viewer')),
      amount bigint,
      month date not null check (extract(day from month) = 1),
      invoice_id integer,
      user_id integer,
      cause text not null unique,
      created_at timestamptz not null default now(),
      check ((billing_type = 'use_point') = (kind is not null)),
      check ((kind is null) = (amount is null))
    );
    comment on table billing_ledger is 'Points and money of a workspace; its rows are the purchase history. Append-only; only invoice_id is set later, once.';
    comment on column billing_ledger.money is 'Yen with tax that the workspace paid or owes; negative for a refund.';
    comment on column billing_ledger.point is 'Points received; negative where they were used.';
    comment on column billing_ledger.amount is 'Units that the points of a use_point row pay for: minutes, GB, chats or persons; negative where they were given back.';
    comment on column billing_ledger.month is 'First day of the month in Japan in which the row counts.';
    create index billing_ledger_workspace on billing_ledger (workspace_id, id desc);
    create index billing_ledger_points on billing_ledger (workspace_id, month, kind) include (point, amount)
      where billing_type = 'use_point';

    create function keep_billing_ledger() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.invoice_id is null
        and to_jsonb(new) - 'invoice_id' = to_jsonb(old) - 'invoice_id' then return new; end if;
      if tg_op = 'DELETE' and old.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = old.workspace_id) then return old; end if;
      raise exception 'billing_ledger is append-only: write another row';
    end $$;
    create trigger billing_ledger_append_only before update or delete on billing_ledger
      for each row execute function keep_billing_ledger();
    create trigger billing_ledger_keep before truncate on billing_ledger
      for each statement execute function keep_billing_ledger();

    alter table workspaces alter column point type bigint;
    alter table workspaces add constraint workspaces_point check (point >= 0);
    comment on column workspaces.point is 'Sum of the points in billing_ledger, kept by a trigger; never negative.';
    create function add_points() returns trigger language plpgsql as $$
    begin
      update workspaces set point = point + new.point where id = new.workspace_id;
      return null;
    end $$;
    create trigger billing_ledger_points after insert on billing_ledger
      for each row when (new.point <> 0) execute function add_points();

    create table invoice_numbers (
      year integer primary key,
      last integer not null check (last > 0)
    );

    create table invoices (
      id integer generated always as identity primary key,
      workspace_id integer not null,
      subscription_id integer,
      kind text not null check (kind in ('invoice', 'return')),
      number text not null unique,
      status text not null default 'pending' check (status in ('pending', 'paid', 'failed')),
      payment_type text not null check (payment_type in ('credit_card', 'monthly', 'yearly')),
      -- Name, department, contact and address of the customer when the invoice was made.
      company jsonb not null,
      -- Name, address and registration number of the issuer when the invoice was made.
      issuer jsonb not null,
      -- First day of the closed month in Japan.
      month date not null check (extract(day from month) = 1),
      issue_date date not null,
      due_date date not null,
      start_date date not null,
      end_date date not null,
      price_id text,
      prod_id text,
      subtotal bigint not null,
      tax bigint not null,
      total bigint not null check (total = subtotal + tax),
      -- A return invoice that is paid out, because no contract follows from which it could be deducted.
      is_refund boolean not null default false check (not is_refund or kind = 'return'),
      pdf_key text,
      mailed_at timestamptz,
      paid_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on column invoices.subtotal is 'Yen without tax; subtotal, tax and total are negative on a return invoice.';
    create unique index invoices_month on invoices (subscription_id, month, kind);
    create index invoices_status on invoices (status, id desc);
    create index invoices_workspace on invoices (workspace_id, id desc);

    create table invoice_lines (
      invoice_id integer not null references invoices on delete cascade,
      position integer not null,
      kind text not null check (kind in
        ('plan', 'membership', 'minute', 'storage', 'chat', 'editor', 'viewer', 'point', 'plan_difference', 'adjustment', 'carried')),
      plan_name text,
      -- First and last day of the service, both inclusive.
      from_date date not null,
      to_date date not null,
      quantity bigint not null,
      unit_price bigint not null,
      amount bigint not null,
      tax_percent integer not null,
      primary key (invoice_id, position)
    );
    comment on column invoice_lines.amount is 'Yen without tax. Not always quantity times unit price: a first month is charged by its days.';

    create function keep_invoices() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and (old.pdf_key is null or new.pdf_key = old.pdf_key)
        and to_jsonb(new) - array['status', 'paid_at', 'pdf_key', 'mailed_at']
          = to_jsonb(old) - array['status', 'paid_at', 'pdf_key', 'mailed_at'] then return new; end if;
      if tg_op = 'DELETE' and old.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = old.workspace_id) then return old; end if;
      raise exception 'invoices are never changed';
    end $$;
    create trigger invoices_keep before update or delete on invoices for each row execute function keep_invoices();
    create trigger invoices_keep_all before truncate on invoices for each statement execute function keep_invoices();

    create function keep_invoice_lines() returns trigger language plpgsql as $$
    begin
      -- The lines of a deleted invoice are deleted with it.
      if tg_op = 'DELETE' and not exists (select from invoices where id = old.invoice_id) then return old; end if;
      raise exception 'invoice_lines are never changed';
    end $$;
    create trigger invoice_lines_keep before update or delete on invoice_lines
      for each row execute function keep_invoice_lines();
    create trigger invoice_lines_keep_all before truncate on invoice_lines
      for each statement execute function keep_invoice_lines();

    create table month_closings (
      subscription_id integer not null references subscriptions on delete cascade,
      month date not null check (extract(day from month) = 1),
      invoice_id integer references invoices,
      -- Yen without tax that the customer is owed after this month; deducted from the next invoice.
      carried bigint not null default 0 check (carried >= 0),
      -- The later subscription of the workspace whose invoices deduct what was carried.
      taken_by integer references subscriptions on delete set null,
      closed_at timestamptz not null default now(),
      primary key (subscription_id, month)
    );
    create index month_closings_taken on month_closings (taken_by);
    create index month_closings_invoice on month_closings (invoice_id);

    -- Ledgers outlive workspaces and users.
    alter table usage_ledger drop constraint usage_ledger_workspace_id_fkey;
    alter table usage_ledger drop constraint usage_ledger_user_id_fkey;
  `.execute(db)
}
