import { type Kysely, sql } from 'kysely'

/**
 * The type of each contract (business or personal) as a column, so that the console lists and counts contracts of a type
 * by an index. A type depends on the current month: it is valid before `type_until`, and computed where that has passed.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table subscriptions add column is_business boolean not null default false,
      add column type_until date not null default 'infinity';
    comment on column subscriptions.is_business is 'Whether the plan of the current month is one for companies. Written by triggers and by billing.open-months; valid before type_until.';
    comment on column subscriptions.type_until is 'First month in Japan of the next plan change.';

    create function contract_type(of_subscription integer, sold integer, out is_business boolean, out type_until date)
    language sql stable as $$
      with changes as (
        select plan_id, from_month, from_month <= date_trunc('month', now() at time zone 'Asia/Tokyo') as has_begun
        from plan_changes where subscription_id = of_subscription and deleted_at is null)
      select
        coalesce((select audience = 'business' from plans where id = case
          when exists (select from changes where has_begun)
            then (select plan_id from changes where has_begun order by from_month desc limit 1)
          else sold end), false),
        coalesce((select min(from_month) from changes where not has_begun), 'infinity')
    $$;

    create function set_contract_type() returns trigger language plpgsql as $$
    begin
      select t.is_business, t.type_until into new.is_business, new.type_until from contract_type(new.id, new.plan_id) t;
      return new;
    end $$;
    create trigger subscriptions_type before insert or update of plan_id on subscriptions
      for each row execute function set_contract_type();

    create function update_contract_type() returns trigger language plpgsql as $$
    begin
      -- The trigger of subscriptions computes the type.
      update subscriptions set plan_id = plan_id where id = coalesce(new.subscription_id, old.subscription_id);
      return null;
    end $$;
    create trigger plan_changes_type after insert or update or delete on plan_changes
      for each row execute function update_contract_type();

    update subscriptions set plan_id = plan_id;

    drop index subscriptions_status;
    drop index subscriptions_plan;
    create index subscriptions_status on subscriptions (status, id desc);
    create index subscriptions_status_type on subscriptions (status, is_business, id desc) include (type_until);
    create index subscriptions_type on subscriptions (is_business, id desc) include (type_until);
    create index subscriptions_type_until on subscriptions (type_until) where type_until < 'infinity';
  `.execute(db)
}
