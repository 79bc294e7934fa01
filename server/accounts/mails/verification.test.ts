import { describe, expect, it } from 'vitest'
import { mailName } from './mail-name.ts'
import { verificationMail } from './verification.ts'

const values = {
  name: mailName('<b>山田</b> 太郎'),
  url: 'https://kaiwa.example/accounts/verify?token=t&email=a%40b.example',
}

describe.each(['ja', 'en'] as const)('the verification mail in %s', (locale) => {
  const mail = verificationMail(locale, values)

  it('contains the link as text and HTML', () => {
    expect(mail.text).toContain(`\n${values.url}\n`)
    expect(mail.html).toContain(`href="${values.url.replace('&', '&amp;')}"`)
  })

  it('escapes a name in HTML', () => {
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('&lt;b&gt;山田')
  })

  it('declares its language', () => {
    expect(mail.html).toContain(`<html lang="${locale}">`)
    expect(mail.subject).toMatch(locale === 'ja' ? /確認/ : /confirm/)
  })
})
