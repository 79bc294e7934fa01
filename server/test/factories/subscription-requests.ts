import type { Db } from '../../platform/database/database.ts'

/** A valid body of a request; each with its own company and email. */
let count = 0

export function requestBody() {
  count += 1
  return {
    payment_type: 'monthly' as 'monthly' | 'yearly' | 'credit_card',
    company_name: `株式会社北星製作所${count}`,
    department_name: '営業部' as string | null,
    contact_last_name: '佐藤',
    contact_first_name: '葵',
    contact_email: `aoi${count}@hokusei.example`,
    contact_phone: '0312345678',
    postal_code: '100-0001',
    prefecture: '東京都' as const,
    city: '千代田区',
    address_1: '千代田1-1',
    address_2: null as string | null,
    term: true,
    policy: true,
  }
}

/** A plan that companies can choose from `validFrom` on; null: that can be chosen no longer after it. */
export async function createPlanVersion(
  db: Db,
  {
    name,
    audience = 'business',
    validFrom = '2020-01-01',
    validUntil = null as string | null,
  }: {
    name: string
    audience?: 'business' | 'personal' | 'trial'
    validFrom?: string
    validUntil?: string | null
  },
): Promise<number> {
  const { id } = await db
    .insertInto('plans')
    .values({
      name,
      audience,
      valid_from: validFrom,
      valid_until: validUntil,
      monthly_price: 30_000,
      yearly_price: 27_000,
      minute: 600,
      storage: 100,
      chat: 100,
      editor: 3,
      viewer: 20,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stored requests with the name of their plan. */
export function requestsWithPlan(db: Db) {
  return db
    .selectFrom('subscription_requests as request')
    .innerJoin('plans as plan', 'plan.id', 'request.plan_id')
    .selectAll('request')
    .select('plan.name as plan_name')
}
