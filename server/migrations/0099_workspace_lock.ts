import { type Kysely, sql } from 'kysely'

/**
 * The lock of a workspace is an advisory lock. A lock of its row wrote the row, so that the commit of a check that changes
 * nothing waited for the disk, and each waiting check after it. The lock is held to the end of the transaction.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function lock_workspace(of_workspace integer) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtext('workspaces'), of_workspace);
    end $$;
    comment on function lock_workspace is 'Locks a workspace until the end of the transaction. Everything that changes what its quota checks read is done under this lock.';

    create or replace function add_points() returns trigger language plpgsql as $$
    begin
      perform lock_workspace(new.workspace_id);
      update workspaces set point = point + new.point where id = new.workspace_id;
      return null;
    end $$;

    create or replace function read_quota(of_workspace integer, of_kind text, at_instant timestamptz, is_locking boolean)
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
      if is_locking then perform lock_workspace(of_workspace); end if;
      select w.point into balance from workspaces w where w.id = of_workspace;
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
