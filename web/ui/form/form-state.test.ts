import { describe, expect, it } from 'vitest'
import { changed, emptyForm, isValid, left, refused, shownProblem, tried } from './form-state.ts'
import type { FormState } from './form-state.ts'
import { confirmationRule, emailRule, nameRule, newPasswordRule } from './rules.ts'

const SPECS = {
  name: { rule: nameRule, label: '名前' },
  email: { rule: emailRule, kind: 'email', label: 'メールアドレス' },
  password: { rule: newPasswordRule, kind: 'newPassword', label: 'パスワード' },
  again: { rule: confirmationRule('password'), label: '確認' },
} as const

const GOOD = { name: '花', email: 'hana@example.com', password: 'Kaiwa-new1!', again: 'Kaiwa-new1!' }

function filled(more: Partial<typeof GOOD> = {}): FormState {
  return Object.entries({ ...GOOD, ...more }).reduce(
    (state, [name, value]) => changed(state, name, value),
    emptyForm(SPECS),
  )
}

function shown(state: FormState) {
  return Object.keys(SPECS).map((name) => shownProblem(SPECS, state, name)?.key ?? null)
}

describe('UI-18 the submit button is disabled until every field is valid', () => {
  it.each([
    ['an empty form', emptyForm(SPECS), false],
    ['all fields right', filled(), true],
    ['no name', filled({ name: '' }), false],
    ['a blank name', filled({ name: '　' }), false],
    ['no address', filled({ email: 'hana' }), false],
    ['a weak password', filled({ password: 'kaiwa', again: 'kaiwa' }), false],
    ['a different confirmation', filled({ again: 'Kaiwa-new2!' }), false],
    ['a corrected field', changed(left(filled({ email: 'hana' }), 'email'), 'email', 'a@b.jp'), true],
  ])('%s: %s', (_, state, expected) => {
    expect(isValid(SPECS, state)).toBe(expected)
  })
})

describe('UI-18 a touched field shows its problem', () => {
  const wrong = filled({ email: 'hana', name: '' })
  it.each([
    ['not while typing', wrong, [null, null, null, null]],
    ['on blur', left(wrong, 'email'), [null, 'email', null, null]],
    ['not for an empty field that was tabbed through', left(wrong, 'name'), [null, null, null, null]],
    ['after a submit attempt', tried(SPECS, wrong), ['required', 'email', null, null]],
  ])('%s', (_, state, problems) => {
    expect(shown(state)).toEqual(problems)
  })
})

describe("ERR-05 the server's problem is shown on its field", () => {
  it.each([
    [{ email: ['unique'] }, [null, 'emailTaken', null, null]],
    [{ email: ['format'], name: ['max'] }, ['maxLength', 'email', null, null]],
    [{ password: ['format'] }, [null, null, 'passwordCommon', null]],
    [{ name: ['required', 'max'] }, ['required', null, null, null]],
  ] as const)('%j', (errors, problems) => {
    const state = refused(SPECS, filled(), errors as never)
    expect(state && shown(state)).toEqual(problems)
    expect(state && isValid(SPECS, state)).toBe(false)
  })

  it('disappears when the field changes', () => {
    const state = refused(SPECS, filled(), { email: ['unique'] })
    const corrected = state && changed(state, 'email', 'hanako@example.com')
    expect(corrected && [shown(corrected), isValid(SPECS, corrected)]).toEqual([[null, null, null, null], true])
  })

  it('is not used when no field of the form is named', () => {
    expect(refused(SPECS, filled(), { plan: ['required'] })).toBeNull()
    expect(refused(SPECS, filled(), {})).toBeNull()
  })
})
