import { PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { type Kysely, sql } from 'kysely'

// Prices in yen without tax; the yearly price is the monthly fee under a yearly contract.
const plans = [
  { name: 'trial', description: 'お試し / Trial', monthly_price: 0, yearly_price: 0, ...PLAN_LIMITS.trial },
  {
    name: 'business',
    description: '法人 / Business',
    monthly_price: 150_000,
    yearly_price: 120_000,
    ...PLAN_LIMITS.business,
  },
]

/** The initial plans, and the trigger that makes the ledger append-only. */
export async function up(db: Kysely<unknown>) {
  for (const plan of plans)
    await sql`
      insert into plans (name, description, monthly_price, yearly_price, minute, storage, chat, editor, viewer)
      values (${plan.name}, ${plan.description}, ${plan.monthly_price}, ${plan.yearly_price}, ${plan.minute},
        ${plan.storage}, ${plan.chat}, ${plan.editor}, ${plan.viewer})
    `.execute(db)

  // A cascade from a workspace or a user runs inside another trigger and is allowed.
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'usage_ledger is append-only: write a row that gives back';
    end $$;

    create trigger usage_ledger_append_only before update or delete on usage_ledger
      for each row when (pg_trigger_depth() = 0) execute function refuse_ledger_change();
  `.execute(db)
}
