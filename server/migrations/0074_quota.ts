import { type Kysely, sql } from 'kysely'

/**
 * Totals of the usage ledger, so that a check reads one row however long the ledger is.
 *
 * The quota check as one round trip: locks the workspace, and reads limit and usage after the lock was got. A statement
 * cannot do both, because its snapshot is older than its wait for the lock; each statement of a volatile function has its
 * own. Without a subscription in force, `subscription_id` is null.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table usage_totals (
      workspace_id integer not null references workspaces on delete cascade,
      kind text not null check (kind in ('minute', 'storage', 'chat')),
      -- First day of the month; for storage, which is counted over all months, always 2000-01-01.
      month date not null,
      amount bigint not null,
      -- What of the amount was used before the workspace's last subscription of the month started.
      before_start bigint not null default 0,
      primary key (workspace_id, kind, month)
    );
    comment on table usage_totals is 'Sums of usage_ledger, kept by a trigger.';

    create function month_of_total(kind text, month date) returns date language sql immutable
      return case when kind = 'storage' then date '2000-01-01' else month end;

    create function add_usage() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update usage_totals set amount = amount - old.amount where workspace_id = old.workspace_id
          and kind = old.kind and month = month_of_total(old.kind, old.month);
      end if;
      if tg_op <> 'DELETE' then
        -- The ledger outlives its workspace, its totals do not.
        insert into usage_totals (workspace_id, kind, month, amount)
        select id, new.kind, month_of_total(new.kind, new.month), new.amount from workspaces where id = new.workspace_id
        on conflict (workspace_id, kind, month) do update set amount = usage_totals.amount + excluded.amount;
      end if;
      return null;
    end $$;
    create trigger usage_ledger_totals after insert or update or delete on usage_ledger
      for each row execute function add_usage();

    insert into usage_totals (workspace_id, kind, month, amount)
    select u.workspace_id, u.kind, month_of_total(u.kind, u.month), sum(u.amount)
    from usage_ledger u join workspaces w on w.id = u.workspace_id
    group by 1, 2, 3;

    -- Rows are deleted after seven years if their workspace was deleted.
    create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.created_at < now() - interval '7 years'
        and not exists (select from workspaces where id = old.workspace_id) then return old; end if;
      raise exception 'usage_ledger is append-only: write a row that gives back';
    end $$;
    create trigger usage_ledger_keep before truncate on usage_ledger
      for each statement execute function refuse_ledger_change();

    create function read_quota(of_workspace integer, of_kind text, at_instant timestamptz, is_locking boolean)
    returns table (used bigint, paid bigint, point bigint, has_peaks boolean, subscription_id integer, plan_id integer,
      payment_type text, trial_ends_at timestamptz, suspended_at timestamptz, limit_amount integer, basic_amount integer,
      price integer)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      of_month date := date_trunc('month', at_instant at time zone 'Asia/Tokyo')::date;
      balance bigint;
      amount_used bigint;
    begin
      if is_locking then
        select w.point into balance from workspaces w where w.id = of_workspace for no key update;
      else
        select w.point into balance from workspaces w where w.id = of_workspace;
      end if;
      if not found then return; end if;

      -- Storage is what the ledger counts, and the sound of chunks, which exists only while a recording is in processing.
      select u.amount - u.before_start into amount_used from usage_totals u
        where u.workspace_id = of_workspace and u.kind = of_kind and u.month = month_of_total(of_kind, of_month);
      amount_used := coalesce(amount_used, 0);
      if of_kind = 'storage' then
        select amount_used + coalesce(sum(f.speech_size), 0) into amount_used from files f
          where f.workspace_id = of_workspace and f.status in ('uploaded', 'processing');
      end if;

      return query
      select amount_used,
        (select coalesce(sum(b.amount), 0)::bigint from billing_ledger b where b.workspace_id = of_workspace
          and b.month = of_month and b.kind = of_kind and b.billing_type = 'use_point'),
        balance,
        exists (select from usage_peaks k where k.workspace_id = of_workspace and k.month = of_month and k.kind = 'editor'),
        t.subscription_id, t.plan_id, t.payment_type, t.trial_ends_at, t.suspended_at,
        t.limit_amount, t.basic_amount, t.price
      from (values (1)) one
      left join (
        select s.id as subscription_id, p.id as plan_id, coalesce(c.payment_type, s.payment_type) as payment_type,
          s.trial_ends_at, s.suspended_at,
          case of_kind
            when 'minute' then coalesce(p.minute, l.basic_minute)
            when 'chat' then coalesce(p.chat, l.basic_chat)
            when 'storage' then coalesce(p.storage, l.basic_storage)
          end as limit_amount,
          case of_kind when 'minute' then l.basic_minute when 'chat' then l.basic_chat when 'storage' then l.basic_storage
          end as basic_amount,
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
    end $$;
  `.execute(db)
}
