import type { Usage } from '@kaiwa/contract/billing.ts'
import { describe, expect, it } from 'vitest'
import { NOTHING, QUOTAS, USAGE } from './test/usage.ts'
import { usageRows, isPayer, levelOf, reachedQuotas } from './usage-rows.ts'

const { flags: open } = USAGE

function usage(changes: Partial<Usage> = {}): Usage {
  return { ...USAGE, ...changes }
}

describe('plan quotas', () => {
  it.each([
    [0, 'low'],
    [74.9, 'low'],
    [75, 'high'],
    [89.9, 'high'],
    [90, 'full'],
    [100, 'full'],
  ] as const)('at %f percent a bar is %s', (percent, level) => expect(levelOf(percent)).toBe(level))

  it('BILL-32 shows storage in GB, other quotas in their own unit', () => {
    const remain = { ...QUOTAS, storage: 5 * 1024 - 1536, minute: 15 }
    const rows = usageRows(usage({ remain }))
    expect(rows.map(({ what, used, limit, percent }) => [what, used, limit, percent])).toEqual([
      ['minute', 45, 60, 75],
      ['storage', 1.5, 5, 30],
      ['chat', 0, 20, 0],
      ['editor', 0, 1, 0],
      ['viewer', 0, 5, 0],
    ])
  })

  it('BILL-31 uses the basic plan without a subscription', () => {
    const rows = usageRows(usage({ subscription: null, remain: NOTHING, basic_plan: { ...NOTHING, minute: 10 } }))
    expect(rows[0]).toMatchObject({ used: 10, limit: 10, level: 'full' })
    expect(rows[1]).toMatchObject({ limit: 0, percent: 100 })
  })

  it('BILL-38 a used-up number of chats is a reached quota', () => {
    const flags = { ...open, chat: false }
    expect(usageRows(usage({ flags })).find(({ what }) => what === 'chat')).toMatchObject({
      limit: 20,
      isReached: true,
    })
    expect(reachedQuotas(usage({ flags }))).toEqual(['chat'])
  })

  it('a quota with a closed flag is reached', () => {
    const flags = { ...open, upload: false, inviteViewer: false }
    expect(reachedQuotas(usage({ flags }))).toEqual(['storage', 'viewer'])
    expect(reachedQuotas(usage())).toEqual([])
    expect(reachedQuotas(usage({ flags, subscription_id: null }))).toEqual([])
  })

  it('BILL-28 a limit of 0 is not one that was reached', () => {
    const subscription = { ...usage().subscription!, plan: { ...usage().subscription!.plan, name: '', editor: 0 } }
    const flags = { ...open, inviteEditor: false, chat: false }
    const found = usage({ subscription, flags, remain: { ...QUOTAS, editor: 0 } })
    expect(usageRows(found).find(({ what }) => what === 'editor')?.isReached).toBe(true)
    expect(reachedQuotas(found)).toEqual(['chat'])
  })

  it('BILL-26 is shown only to the owner of a workspace with a subscription', () => {
    expect(isPayer(usage())).toBe(true)
    expect(isPayer(usage({ is_workspace_owner: false }))).toBe(false)
    expect(isPayer(usage({ subscription_id: null }))).toBe(false)
    expect(isPayer(undefined)).toBe(false)
  })
})
