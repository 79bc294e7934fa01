import { type Kysely, sql } from 'kysely'

/**
 * Payment by card: customers at the provider, checkouts, links in mails that open one, events of the provider, charges
 * of invoices, and differences that the nightly comparison could not repair. The rows explain money, so none of them
 * references a workspace or user: they are kept for seven years when those are deleted.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table payment_customers (
      workspace_id integer primary key,
      -- Idempotency key with which the customer is created.
      key uuid not null default gen_random_uuid(),
      -- Null until the provider has answered.
      provider_customer_id text unique,
      -- The card that is charged. The number is known to the provider only.
      payment_method_id text,
      brand text,
      last4 text,
      exp_month integer,
      exp_year integer,
      -- Counts changes of the card, so that an older answer of the provider never replaces a newer one.
      version integer not null default 0,
      -- Where the owner last used this program: the base of links in mails if no address is configured.
      address text not null,
      created_at timestamptz not null default now(),
      check ((payment_method_id is null) = (last4 is null))
    );
    create index payment_customers_method on payment_customers (payment_method_id);

    create table payment_links (
      id integer generated always as identity primary key,
      workspace_id integer not null,
      kind text not null check (kind in ('plan', 'invoice')),
      request_id integer,
      plan_id integer,
      company_id integer,
      invoice_id integer,
      token_hash bytea not null unique,
      expires_at timestamptz not null,
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      check ((kind = 'plan') = (request_id is not null)),
      check ((kind = 'plan') = (plan_id is not null)),
      check ((kind = 'invoice') = (invoice_id is not null))
    );
    comment on table payment_links is 'Links in mails: a card for an approved plan, or the payment of an invoice. Only the hash of the token is stored.';
    create unique index payment_links_request on payment_links (request_id) where ended_at is null;
    create index payment_links_invoice on payment_links (invoice_id) where ended_at is null;

    create table checkouts (
      id integer generated always as identity primary key,
      -- In the metadata of the session, and the idempotency key with which it is created.
      key uuid not null unique default gen_random_uuid(),
      workspace_id integer not null,
      user_id integer,
      kind text not null check (kind in ('membership', 'point', 'plan', 'invoice')),
      points integer,
      -- Yen with tax; null where a card is only registered.
      amount bigint check (amount > 0),
      link_id integer references payment_links,
      invoice_id integer,
      success_url text not null,
      cancel_url text not null,
      locale text not null check (locale in ('ja', 'en')),
      session_id text unique,
      status text not null default 'open' check (status in ('open', 'completed', 'expired')),
      created_at timestamptz not null default now(),
      -- When the provider ends the session.
      expires_at timestamptz not null,
      ended_at timestamptz,
      check ((kind = 'point') = (points is not null)),
      check ((kind in ('point', 'invoice')) = (amount is not null)),
      check ((kind = 'plan') <= (link_id is not null)),
      check ((kind = 'invoice') = (invoice_id is not null)),
      check ((status = 'open') = (ended_at is null))
    );
    comment on table checkouts is 'Checkouts at the payment provider. A checkout without a session was interrupted, or is being opened.';
    create index checkouts_open on checkouts (workspace_id, kind) where status = 'open';
    create index checkouts_expiry on checkouts (expires_at) where status = 'open';
    create index checkouts_invoice on checkouts (invoice_id) where invoice_id is not null;
    -- An invoice has one page, so that it cannot be paid on two of them.
    create unique index checkouts_open_invoice on checkouts (invoice_id) where status = 'open';

    create table payment_events (
      id text primary key,
      type text not null,
      payload jsonb not null,
      received_at timestamptz not null default now(),
      processed_at timestamptz
    );
    comment on table payment_events is 'Events of the provider by their ids, so that a repeated event is processed once. Deleted after 90 days.';
    create index payment_events_received on payment_events (received_at);

    create table charges (
      id integer generated always as identity primary key,
      -- In the metadata of the payment, and the idempotency key with which it is created.
      key uuid not null unique default gen_random_uuid(),
      invoice_id integer not null,
      workspace_id integer not null,
      -- 0 for a payment by the customer in a checkout.
      attempt integer not null check (attempt >= 0),
      intent_id text unique,
      -- The card that is charged; a continued attempt charges the same one. Null where there is none.
      payment_method_id text,
      amount bigint not null check (amount > 0),
      status text not null default 'started' check (status in ('started', 'succeeded', 'failed')),
      -- Code of the provider.
      error text,
      -- When the next attempt is due, after a failed one.
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    comment on table charges is 'Attempts to charge invoices. An attempt is stored before the provider is asked, so that one that was interrupted is continued.';
    create unique index charges_attempt on charges (invoice_id, attempt) where attempt > 0;
    create index charges_invoice on charges (invoice_id);

    create table payment_differences (
      provider_id text primary key,
      kind text not null,
      detail text not null,
      found_at timestamptz not null default now()
    );
    comment on table payment_differences is 'Objects of the provider that disagree with our rows and that an operator must look at.';

    create table trial_provider_objects (
      id text primary key,
      type text not null,
      body jsonb not null,
      created_at timestamptz not null,
      position bigint generated always as identity
    );
    comment on table trial_provider_objects is 'State of the stand-in that takes the place of the payment provider in local mode.';
    create index trial_provider_objects_type on trial_provider_objects (type, position desc);
  `.execute(db)
}
