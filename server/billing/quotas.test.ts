import { PLAN_LIMITS } from '@kaiwa/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { flagsOf, ZERO_QUOTAS, quotasOf, remaining } from './quotas.ts'

describe('quotas', () => {
  it('BILL-30 remain is the rest of five quotas, storage in MB, and never below 0', () => {
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
  ] as const)('a used-up %s quota disables only %s', (quota, flag) => {
    const open = flagsOf((kind) => (kind === quota ? 0 : 1))
    expect(Object.entries(open).filter(([, isOpen]) => !isOpen)).toEqual([[flag, false]])
  })

  it('without a subscription all actions are disabled', () => {
    const left = remaining(ZERO_QUOTAS, ZERO_QUOTAS)
    expect(Object.values(flagsOf((kind) => left[kind]))).toEqual([false, false, false, false, false])
  })
})
