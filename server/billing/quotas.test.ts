import { PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { flagsOf, NOTHING, quotasOf, remaining } from './quotas.ts'

describe('quotas', () => {
  it('BILL-30 remain tells what is left of five things, storage in MB, and never falls below 0', () => {
    const used = { storage: 1024.5, minute: 61, editor: 0, viewer: 5, chat: 3 }
    expect(remaining(quotasOf(PLAN_LIMITS.trial), used)).toEqual({
      storage: 5 * 1024 - 1024.5,
      minute: 0,
      editor: 1,
      viewer: 0,
      chat: 17,
    })
  })

  it.each([
    ['minute', 'analyze'],
    ['storage', 'upload'],
    ['chat', 'chat'],
    ['editor', 'inviteEditor'],
    ['viewer', 'inviteViewer'],
  ] as const)('no %s closes %s and nothing else', (quota, flag) => {
    const open = flagsOf({ ...quotasOf(PLAN_LIMITS.business), [quota]: 0 })
    expect(Object.entries(open).filter(([, isOpen]) => !isOpen)).toEqual([[flag, false]])
  })

  it('BILL-31 without a plan nothing is included and everything is closed', () => {
    expect(Object.values(flagsOf(remaining(NOTHING, NOTHING)))).toEqual([false, false, false, false, false])
  })
})
