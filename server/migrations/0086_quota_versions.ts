import { type Kysely, sql } from 'kysely'

/**
 * The quota check reads limit and usage before it waits for the lock of the workspace, and again only if they changed
 * meanwhile: callers who wait for each other read at the same time. `workspaces.quota_version` says whether they changed.
 * It is written in the transaction of each change, so it also waits for the lock.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table workspaces add column quota_version bigint not null default 0;
    comment on column workspaces.quota_version is 'Counts changes of usage, used points and terms, for read_quota. Kept by triggers.';

    create or replace function add_usage() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update usage_totals set amount = amount - old.amount where workspace_id = old.workspace_id
          and kind = old.kind and month = month_of_total(old.kind, old.month);
        update workspaces set quota_version = quota_version + 1 where id = old.workspace_id;
      end if;
      if tg_op <> 'DELETE' then
        -- The ledger outlives its workspace, its totals do not.
        insert into usage_totals (workspace_id, kind, month, amount)
        select id, new.kind, month_of_total(new.kind, new.month), new.amount from workspaces where id = new.workspace_id
        on conflict (workspace_id, kind, month) do update set amount = usage_totals.amount + excluded.amount;
        update workspaces set quota_version = quota_version + 1 where id = new.workspace_id;
      end if;
      return null;
    end $$;

    create or replace function add_points() returns trigger language plpgsql as $$
    begin
      update workspaces set point = point + new.point, quota_version = quota_version + 1 where id = new.workspace_id;
      return null;
    end $$;
    drop trigger billing_ledger_points on billing_ledger;
    create trigger billing_ledger_points after insert on billing_ledger
      for each row when (new.point <> 0 or new.amount is not null) execute function add_points();

    create function count_terms() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'subscriptions' then
        update workspaces set quota_version = quota_version + 1 where id = new.workspace_id;
      else
        update workspaces set quota_version = quota_version + 1
        where id = (select workspace_id from subscriptions where id = new.subscription_id);
      end if;
      return null;
    end $$;
    create trigger subscriptions_quota after insert on subscriptions for each row execute function count_terms();
    -- A subscription that is finished has ended before, or another one is inserted in the same transaction. The job that
    -- finishes many of them does not lock their workspaces.
    create trigger subscriptions_quota_change after update on subscriptions
      for each row when (new.status <> 'finished') execute function count_terms();
    create trigger plan_changes_quota after insert or update on plan_changes
      for each row execute function count_terms();

    drop function read_quota(integer, text, timestamptz, boolean);
    create function read_quota(of_workspace integer, of_kind text, at_instant timestamptz, is_locking boolean)
    returns table (used bigint, paid bigint, point bigint, has_peaks boolean, subscription_id integer, plan_id integer,
      payment_type text, trial_ends_at timestamptz, suspended_at timestamptz, limit_amount integer, basic_amount integer,
      price integer)
    language plpgsql rows 1 as $$
    #variable_conflict use_column
    declare
      of_month date := date_trunc('month', at_instant at time zone 'Asia/Tokyo')::date;
      known bigint;
      current bigint;
      -- What was read is what holds: nothing is read after it.
      is_final boolean := not is_locking or of_kind = 'storage';
    begin
      -- The sound of chunks changes without the version: storage is read after the lock only.
      if is_locking and of_kind = 'storage' then
        select w.point into point from workspaces w where w.id = of_workspace for no key update;
      else
        select w.point, w.quota_version into point, known from workspaces w where w.id = of_workspace;
      end if;
      if not found then return; end if;

      loop
        select coalesce((select u.amount - u.before_start from usage_totals u
            where u.workspace_id = of_workspace and u.kind = of_kind and u.month = month_of_total(of_kind, of_month)), 0),
          (select coalesce(sum(b.amount), 0) from billing_ledger b where b.workspace_id = of_workspace
            and b.month = of_month and b.kind = of_kind and b.billing_type = 'use_point'),
          exists (select from usage_peaks k
            where k.workspace_id = of_workspace and k.month = of_month and k.kind = 'editor'),
          t.subscription_id, t.plan_id, t.payment_type, t.trial_ends_at, t.suspended_at, t.limit_amount, t.basic_amount,
          t.price
        into used, paid, has_peaks, subscription_id, plan_id, payment_type, trial_ends_at, suspended_at, limit_amount,
          basic_amount, price
        from (values (1)) one
        left join (
          select s.id as subscription_id, p.id as plan_id, coalesce(c.payment_type, s.payment_type) as payment_type,
            s.trial_ends_at, s.suspended_at,
            case of_kind
              when 'minute' then coalesce(p.minute, l.basic_minute)
              when 'chat' then coalesce(p.chat, l.basic_chat)
              when 'storage' then coalesce(p.storage, l.basic_storage)
            end as limit_amount,
            case of_kind when 'minute' then l.basic_minute when 'chat' then l.basic_chat
              when 'storage' then l.basic_storage end as basic_amount,
            case of_kind when 'minute' then l.minute_points when 'chat' then l.chat_points
              when 'storage' then l.storage_points end as price
          from subscriptions s
          join price_lists l on l.id = s.price_list_id
          left join lateral (
            select id, plan_id, payment_type from plan_changes
            where subscription_id = s.id and deleted_at is null and from_month <= of_month
            order by from_month desc limit 1
          ) c on true
          left join plans p on p.id = case when c.id is null then s.plan_id else c.plan_id end
          where s.workspace_id = of_workspace and s.status = 'active'
            and coalesce(s.trial_ends_at, 'infinity') > at_instant and coalesce(s.end_date, 'infinity') > at_instant
        ) t on true;
        exit when is_final;
        select w.point, w.quota_version into point, current from workspaces w where w.id = of_workspace for no key update;
        if not found then return; end if;
        exit when current = known;
        is_final := true;
      end loop;

      if of_kind = 'storage' then
        select used + coalesce(sum(f.speech_size), 0) into used from files f
          where f.workspace_id = of_workspace and f.status in ('uploaded', 'processing');
      end if;
      return next;
    end $$;
    comment on function read_quota is 'Limit and usage of one kind in the month of the instant; with is_locking, as they are after the lock of the workspace was got.';
  `.execute(db)
}
