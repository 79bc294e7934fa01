import { type Kysely, sql } from 'kysely'

/**
 * The quota check of minutes and chats reads one row for usage, paid units and the opened month, instead of one each of the
 * totals, the ledger of points and the peaks.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table usage_totals add column paid bigint not null default 0;
    comment on column usage_totals.paid is 'Minutes or chats that points pay for in the month: sum of the use_point rows of billing_ledger, kept by a trigger. Not kept for storage.';

    create function add_paid() returns trigger language plpgsql as $$
    begin
      -- The ledger outlives its workspace, its totals do not.
      insert into usage_totals (workspace_id, kind, month, amount, paid)
      select id, new.kind, new.month, 0, new.amount from workspaces where id = new.workspace_id
      on conflict (workspace_id, kind, month) do update set paid = usage_totals.paid + excluded.paid;
      return null;
    end $$;
    create trigger billing_ledger_paid after insert on billing_ledger
      for each row when (new.kind in ('minute', 'chat')) execute function add_paid();

    insert into usage_totals (workspace_id, kind, month, amount, paid)
    select b.workspace_id, b.kind, b.month, 0, sum(b.amount)
    from billing_ledger b join workspaces w on w.id = b.workspace_id
    where b.billing_type = 'use_point' and b.kind in ('minute', 'chat')
    group by 1, 2, 3
    on conflict (workspace_id, kind, month) do update set paid = excluded.paid;

    -- Values are assigned to the columns: a query that returns rows takes longer. All are null without the workspace.
    drop function read_quota;
    create function read_quota(of_workspace integer, of_kind text, at_instant timestamptz, is_locking boolean,
      out used bigint, out paid bigint, out point bigint, out has_peaks boolean, out subscription_id integer,
      out plan_id integer, out payment_type text, out trial_ends_at timestamptz, out suspended_at timestamptz,
      out limit_amount integer, out basic_amount integer, out price integer)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      of_month date := date_trunc('month', at_instant at time zone 'Asia/Tokyo')::date;
    begin
      if is_locking then
        select w.point into point from workspaces w where w.id = of_workspace for no key update;
      else
        select w.point into point from workspaces w where w.id = of_workspace;
      end if;
      if not found then return; end if;

      if of_kind = 'storage' then
        -- What the ledger counts, and the sound of chunks, which exists only while a recording is in processing.
        select coalesce((select u.amount from usage_totals u where u.workspace_id = of_workspace and u.kind = 'storage'), 0)
            + (select coalesce(sum(f.speech_size), 0) from files f
              where f.workspace_id = of_workspace and f.status in ('uploaded', 'processing')),
          (select coalesce(sum(b.amount), 0) from billing_ledger b where b.workspace_id = of_workspace
            and b.month = of_month and b.kind = 'storage' and b.billing_type = 'use_point'),
          exists (select from usage_peaks k
            where k.workspace_id = of_workspace and k.month = of_month and k.kind = 'editor')
        into used, paid, has_peaks;
      else
        -- The row exists since the peaks of the month are stored.
        select u.amount - u.before_start, u.paid into used, paid from usage_totals u
          where u.workspace_id = of_workspace and u.kind = of_kind and u.month = of_month;
        has_peaks := found;
      end if;
      used := coalesce(used, 0);
      paid := coalesce(paid, 0);

      select s.id, p.id, coalesce(c.payment_type, s.payment_type), s.trial_ends_at, s.suspended_at,
        case of_kind
          when 'minute' then coalesce(p.minute, l.basic_minute)
          when 'chat' then coalesce(p.chat, l.basic_chat)
          when 'storage' then coalesce(p.storage, l.basic_storage)
        end,
        case of_kind when 'minute' then l.basic_minute when 'chat' then l.basic_chat when 'storage' then l.basic_storage
        end,
        case of_kind when 'minute' then l.minute_points when 'chat' then l.chat_points when 'storage' then l.storage_points
        end
      into subscription_id, plan_id, payment_type, trial_ends_at, suspended_at, limit_amount, basic_amount, price
      from subscriptions s
      join price_lists l on l.id = s.price_list_id
      left join lateral (
        select id, plan_id, payment_type from plan_changes
        where subscription_id = s.id and deleted_at is null and from_month <= of_month
        order by from_month desc limit 1
      ) c on true
      left join plans p on p.id = case when c.id is null then s.plan_id else c.plan_id end
      where s.workspace_id = of_workspace and s.status = 'active'
        and coalesce(s.trial_ends_at, 'infinity') > at_instant and coalesce(s.end_date, 'infinity') > at_instant;
    end $$;
  `.execute(db)
}
