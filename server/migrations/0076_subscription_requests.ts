import { type Kysely, sql } from 'kysely'

/** Applications of companies for a plan, until an operator has decided. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table subscription_requests (
      id integer generated always as identity primary key,
      -- Chosen by the browser for one application: sent again, it is stored once.
      client_request_id uuid unique,
      status text not null default 'created' check (status in ('created', 'wait-setup', 'approved', 'rejected')),
      plan_id integer not null references plans,
      payment_type text not null check (payment_type in ('credit_card', 'monthly', 'yearly')),
      company_name text not null,
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
      locale text not null check (locale in ('ja', 'en')),
      -- The applicant's account if they were signed in.
      user_id integer references users on delete set null,
      created_at timestamptz not null default now(),
      decided_by integer references users on delete set null,
      decided_at timestamptz,
      -- The workspace whose subscription was started, or waits for a card.
      workspace_id integer references workspaces on delete set null,
      check ((status = 'created') = (decided_at is null))
    );
    comment on column subscription_requests.locale is 'Language of the mails to the applicant.';
    comment on column subscription_requests.postal_code is 'Three digits, a hyphen and four digits.';
    create index subscription_requests_status on subscription_requests (status, id desc);
    create index subscription_requests_email on subscription_requests (lower(contact_email), created_at);
    create index subscription_requests_plan on subscription_requests (plan_id);
    create index subscription_requests_user on subscription_requests (user_id);
    create index subscription_requests_operator on subscription_requests (decided_by);
    create index subscription_requests_workspace on subscription_requests (workspace_id);
  `.execute(db)
}
