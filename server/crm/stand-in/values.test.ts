import { describe, expect, it } from 'vitest'
import { PortalFailure } from './failure.ts'
import { trialPortal } from './seed/portal.ts'
import { checkValues } from './values.ts'

const current = { pipeline: 'default', dealstage: 'qualifiedtobuy' }

function check(values: Record<string, string | null>) {
  try {
    return checkValues(trialPortal, current, values)
  } catch (error) {
    if (!(error instanceof PortalFailure)) throw error
    return (error.body['errors'] as { code: string; context: { propertyName: string[] } }[]).map(
      ({ code, context }) => `${context.propertyName.join()} ${code}`,
    )
  }
}

describe('values of the stand-in', () => {
  it.each([
    ['amount', '3500000', '3500000'],
    ['nebiki_ritsu', '-2.5', '-2.5'],
    ['kadai', '<b>絵文字😀</b> مرحبا', '<b>絵文字😀</b> مرحبا'],
    ['dounyu_jiki', '2026-12-01', '2026-12-01'],
    ['dounyu_jiki', '1796083200000', '2026-12-01'],
    ['jikai_uchiawase', '2026-12-01T15:30:00+09:00', '2026-12-01T06:30:00Z'],
    ['jikai_uchiawase', '1796083200500', '2026-12-01T00:00:00.500Z'],
    ['trial_riyou', 'true', 'true'],
    ['gyoushu', 'it', 'it'],
    ['kyougou', 'voicelog;none', 'voicelog;none'],
    ['kadai', '', ''],
    ['kadai', 'x'.repeat(65_536), 'x'.repeat(65_536)],
  ])('stores %s %.40s', (name, given, stored) => {
    expect(check({ [name]: given })).toEqual({ [name]: stored })
  })

  it.each([
    ['amount', '三百万円', 'INVALID_DOUBLE'],
    ['amount', '1,000', 'INVALID_DOUBLE'],
    ['dounyu_jiki', '2026-12-01T03:00:00Z', 'INVALID_DATE'],
    ['dounyu_jiki', '来月', 'INVALID_DATE'],
    ['jikai_uchiawase', '99999999999999999', 'INVALID_DATE'],
    ['trial_riyou', 'はい', 'INVALID_BOOLEAN'],
    ['gyoushu', '情報通信業', 'INVALID_OPTION'],
    ['kyougou', 'voicelog;unknown', 'INVALID_OPTION'],
    ['pipeline', 'nowhere', 'INVALID_OPTION'],
    ['kadai', 'x'.repeat(65_537), 'VALUE_TOO_LONG'],
    ['hs_object_id', '1', 'READ_ONLY_VALUE'],
    ['hs_projected_amount', '1', 'READ_ONLY_VALUE'],
    ['nai', '1', 'PROPERTY_DOESNT_EXIST'],
  ])('refuses %s %.40s with %s', (name, given, code) => {
    expect(check({ [name]: given })).toEqual([`${name} ${code}`])
  })

  it('names all refused values', () => {
    expect(check({ amount: 'x', nai: '1', kadai: '良い' })).toEqual([
      'amount INVALID_DOUBLE',
      'nai PROPERTY_DOESNT_EXIST',
    ])
  })

  it('refuses a stage of another pipeline', () => {
    expect(check({ dealstage: '139820451' })).toEqual(['dealstage INVALID_OPTION'])
    expect(check({ pipeline: '71904421' })).toEqual(['dealstage INVALID_OPTION'])
    expect(check({ pipeline: '71904421', dealstage: '139820451' })).toEqual({
      pipeline: '71904421',
      dealstage: '139820451',
    })
  })
})
